package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Providers;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "ps",
    description = {"Lists this user's processes that can be instrumented.", ""},
    footer = {"", "Examples:", "  flowgauge ps", "  flowgauge ps --provider jvm --format json"})
public final class PsCommand implements Callable<Integer> {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Session session;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "native, or jvm for Java processes. Default: all.")
  private String provider;

  @Mixin private TextOrJson format;

  public PsCommand(Session session) {
    this.session = session;
  }

  /** A process, and who can instrument it. */
  private record Found(TargetProcess process, List<String> providers) {}

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("list");
    Providers installed = session.providers();
    List<InstrumentationProvider> asked =
        provider == null ? installed.all() : List.of(installed.named(provider));
    List<InstrumentationProvider> working =
        asked.stream().filter(one -> one.unavailable().isEmpty()).toList();
    tellOfOthers(asked);
    Map<Long, Found> processes = processes(working);
    if (isJson) {
      Json.pretty(session.text(), json -> write(json, processes));
    } else {
      write(processes);
    }
    session.text().flush();
    return working.isEmpty() ? Main.FAILED : Main.DONE;
  }

  private void tellOfOthers(List<InstrumentationProvider> asked) {
    for (InstrumentationProvider one : asked) {
      Optional<Refusal> refusal = one.unavailable();
      refusal.ifPresent(
          why -> session.errors().println("flowgauge: " + one.name() + ": " + Failure.text(why)));
    }
  }

  private static Map<Long, Found> processes(List<InstrumentationProvider> providers) {
    Map<Long, Found> all = new TreeMap<>();
    for (InstrumentationProvider one : providers) {
      for (TargetProcess process : one.processes()) {
        Found found =
            all.computeIfAbsent(process.pid(), pid -> new Found(process, new ArrayList<>()));
        found.providers().add(one.name());
      }
    }
    return all;
  }

  private void write(Map<Long, Found> processes) throws IOException {
    Page page = new Page(session.text());
    Table table = new Table(">~<>~", Screen.width(session.isScreen()));
    table.row("pid", "name", "provider", "age", "command");
    Instant now = Instant.now();
    processes
        .values()
        .forEach(
            found ->
                table.row(
                    Long.toString(found.process().pid()),
                    found.process().name(),
                    String.join(", ", found.providers()),
                    found.process().start().map(start -> age(start, now)).orElse(Human.ABSENT),
                    command(found.process())));
    table.write(page);
    if (processes.isEmpty()) {
      page.line("  no process of this user");
    }
  }

  private static String age(Instant start, Instant now) {
    return Human.brief(Math.max(0, Duration.between(start, now).toNanos() / NANOS_PER_SECOND));
  }

  private static String command(TargetProcess process) {
    return process.command().stream().collect(Collectors.joining(" "));
  }

  private static void write(JsonGenerator json, Map<Long, Found> processes) throws IOException {
    json.writeArrayFieldStart("processes");
    for (Found found : processes.values()) {
      json.writeStartObject();
      ProfileJson.process(json, found.process());
      json.writeArrayFieldStart("providers");
      for (String name : found.providers()) {
        json.writeString(name);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
