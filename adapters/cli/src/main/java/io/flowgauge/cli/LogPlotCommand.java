package io.flowgauge.cli;

import io.flowgauge.log.plot.LifelinePlot;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "plot",
    description = {
      "Draws lifelines: time to the right, events upwards in the order of their stages, a line for"
          + " each id through all its events. Where a line is flat, time goes by.",
      "",
      "Load lines and points of values stand in panels below. However many events there are, the"
          + " plot stays readable: of too many it shows how dense they are, and some lifelines.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log plot transfers.nlb -o transfers.html",
      "  flowgauge log plot host1.nlb host2.bp -o both.svg --lifeline TRANSFER_ID",
      "  flowgauge log plot transfers.nlb -o t.html --load host.load:LOAD --points net.send:BYTES"
    })
final class LogPlotCommand implements Callable<Integer> {
  private static final String HTML = "html";
  private static final String SVG = "svg";
  private static final Path STANDARD = Path.of("-");

  private final Session session;

  @Mixin private LogPaths logs;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description =
          "The file to write, which is replaced when it is complete, or - for standard output. What"
              + " ends in .svg is a picture; what ends in .html a page to zoom into, which needs"
              + " nothing else.")
  private Path output;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "html or svg, whatever FILE is called.")
  private String to;

  @Option(
      names = "--load",
      paramLabel = "NAME:FIELD",
      description = "Also draw a load line: a value over time. May be given many times.")
  private List<String> loads = List.of();

  @Option(
      names = "--points",
      paramLabel = "NAME:FIELD",
      description = "Also draw the single values of a field. May be given many times.")
  private List<String> points = List.of();

  @Option(
      names = "--color",
      paramLabel = "FIELD",
      description =
          "The field or constant whose values are told apart by colour (default: host and program).")
  private String color = "";

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "What stands above the plot (default: the names of the logs).")
  private String title;

  @Mixin private LogFilter filter;

  LogPlotCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    boolean isSvg = isSvg();
    filter.check();
    LifelinePlot.Builder builder = builder();
    if (output.equals(STANDARD)) {
      try (LogInput input = LogInput.open(logs.paths(), false, session);
          OutputStream out = session.bytes()) {
        return draw(builder, input, isSvg, out);
      }
    }
    try (NewFile file = new NewFile(output);
        LogInput input = LogInput.open(logs.paths(), false, session)) {
      int status;
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file.draft()))) {
        status = session.during("drawing", () -> draw(builder, input, isSvg, out));
      }
      file.publish();
      return status;
    }
  }

  private boolean isSvg() {
    String form = to == null ? ending() : to;
    if (!form.equals(SVG) && !form.equals(HTML)) {
      throw new WrongUsageException(
          to == null
              ? "the end of " + output + " is neither .svg nor .html; give --to FORMAT"
              : "there is no plot format '" + to + "', only html, svg");
    }
    return form.equals(SVG);
  }

  private String ending() {
    String name = String.valueOf(output.getFileName()).toLowerCase(Locale.ROOT);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  private LifelinePlot.Builder builder() {
    LifelinePlot.Builder builder =
        LifelinePlot.titled(title == null ? names() : title)
            .lifeline(filter.key())
            .stages(filter.exactNames())
            .color(color);
    loads.forEach(text -> builder.line(event("--load", text), field(text)));
    points.forEach(text -> builder.points(event("--points", text), field(text)));
    return builder;
  }

  private String names() {
    return logs.paths().stream()
        .map(path -> String.valueOf(path.getFileName()))
        .collect(Collectors.joining(", "));
  }

  private static String event(String option, String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 1 || colon == text.length() - 1) {
      throw new WrongUsageException(
          option + " must be an event and a field such as host.load:LOAD, but is '" + text + "'");
    }
    return text.substring(0, colon);
  }

  private static String field(String text) {
    return text.substring(text.lastIndexOf(':') + 1);
  }

  private int draw(LifelinePlot.Builder builder, LogInput input, boolean isSvg, OutputStream out)
      throws IOException {
    LifelinePlot plot = builder.of(filter.of(input.cursor()));
    if (isSvg) {
      plot.svg(out);
    } else {
      plot.html(out);
    }
    if (plot.events() == 0) {
      session.errors().println("flowgauge: there are no events to draw");
    }
    return input.status();
  }
}
