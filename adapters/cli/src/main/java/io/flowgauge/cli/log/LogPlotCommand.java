package io.flowgauge.cli.log;

import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.log.plot.LifelinePlot;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "plot",
    description = {
      "Draws lifelines: time runs to the right, events go upwards in the order of their stages, and"
          + " a line joins all events with the same id. Where a line is flat, time is spent.",
      "",
      "Load lines and points of values appear in panels below. The plot stays readable however many"
          + " events there are: if there are too many to draw, it shows their density and some of"
          + " the lifelines.",
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

  private final Session session;

  @Mixin private LogPaths logs;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description =
          "The file to write, replaced only once complete, or - for standard output. The"
              + " extension .svg gives a picture, .html a self-contained page that zooms.")
  private Path output;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "html or svg, whatever the extension of FILE.")
  private String to;

  @Option(
      names = "--load",
      paramLabel = "NAME:FIELD",
      description = "Also draw a load line: a value over time. May be repeated.")
  private List<String> loads = List.of();

  @Option(
      names = "--points",
      paramLabel = "NAME:FIELD",
      description = "Also draw the individual values of a field. May be repeated.")
  private List<String> points = List.of();

  @Option(
      names = "--color",
      paramLabel = "FIELD",
      description =
          "The field or constant whose values are distinguished by colour (default: host and"
              + " program).")
  private String color = "";

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "The title above the plot (default: the names of the logs).")
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
    if (output.equals(Session.STANDARD)) {
      try (LogInput input = LogInput.open(logs.paths(), false, session);
          OutputStream out = session.bytes()) {
        return draw(builder, input, isSvg, out);
      }
    }
    try (NewFile file = new NewFile(output);
        LogInput input = LogInput.open(logs.paths(), false, session)) {
      int status;
      try (OutputStream out = file.bytes()) {
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
              ? "the extension of " + output + " is neither .svg nor .html; give --to FORMAT"
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
    SeenNames seen = new SeenNames(input.cursor());
    LifelinePlot plot = builder.of(filter.of(seen));
    if (isSvg) {
      plot.svg(out);
    } else {
      plot.html(out);
    }
    reportMissing(seen);
    if (plot.events() == 0) {
      session.say("there are no events to draw");
    }
    return input.status();
  }

  /** Reports names that do not occur, because a misspelt name would otherwise go unnoticed. */
  private void reportMissing(SeenNames seen) {
    Consumer<String> messages = session::say;
    filter.names().forEach(name -> seen.hasEvent(name, messages));
    loads.forEach(text -> seen.requireNumber(event("--load", text), field(text), messages));
    points.forEach(text -> seen.requireNumber(event("--points", text), field(text), messages));
    filter.lifeline().forEach(name -> seen.requireValue(name, messages));
    if (!color.isEmpty()) {
      seen.requireValue(color, messages);
    }
  }
}
