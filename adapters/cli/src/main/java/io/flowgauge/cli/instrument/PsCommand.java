package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Providers;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.sites.PlacedAnswer;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
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
    footer = {
      "",
      "Examples:",
      "  flowgauge ps",
      "  flowgauge ps --provider jvm --format json",
      "  flowgauge ps --via hub.example.org:14381"
    })
public final class PsCommand implements Callable<Integer> {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Session session;

  /** Found processes by place and process id. */
  private final Map<String, Map<Long, Found>> found = new TreeMap<>();

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "native, or jvm for Java processes. Default: all.")
  private String provider;

  @Mixin private TextOrJson format;
  @Mixin private ViaOptions via;

  public PsCommand(Session session) {
    this.session = session;
  }

  /** A process, its place, and the providers that can instrument it. */
  private record Found(String place, TargetProcess process, List<String> providers) {}

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("list");
    boolean worked = via.isGiven() ? findThere() : findHere();
    if (isJson) {
      Json.pretty(session.text(), this::write);
    } else {
      write();
    }
    session.text().flush();
    return worked ? Main.DONE : Main.FAILED;
  }

  /** Finds processes of this machine; returns whether a provider works. */
  private boolean findHere() {
    Providers installed = session.providers();
    List<InstrumentationProvider> asked =
        provider == null ? installed.all() : List.of(installed.named(provider));
    boolean worked = false;
    for (InstrumentationProvider one : asked) {
      Optional<Refusal> refusal = one.unavailable();
      refusal.ifPresent(why -> report(one.name(), why));
      if (refusal.isEmpty()) {
        one.processes().forEach(process -> add("", process, one.name()));
        worked = true;
      }
    }
    return worked;
  }

  /** Finds processes at other places; returns whether a place answered. */
  private boolean findThere() throws IOException {
    boolean worked = false;
    try (Sites sites = via.connect()) {
      for (String name : provider == null ? List.of("native", "jvm") : List.of(provider)) {
        for (PlacedAnswer place : sites.provider(name).processes()) {
          place.answer().refusals().forEach(why -> report(name, why));
          place.answer().processes().forEach(one -> add(place.place(), one.process(), name));
          worked |= place.answer().refusals().isEmpty();
        }
      }
    }
    return worked;
  }

  private void report(String name, Refusal why) {
    session.say(name + ": " + Failure.text(why));
  }

  private void add(String place, TargetProcess process, String name) {
    found
        .computeIfAbsent(place, p -> new TreeMap<>())
        .computeIfAbsent(process.pid(), pid -> new Found(place, process, new ArrayList<>()))
        .providers()
        .add(name);
  }

  private List<Found> all() {
    return found.values().stream().flatMap(place -> place.values().stream()).toList();
  }

  private void write() throws IOException {
    Page page = new Page(session.text());
    Table table = new Table((via.isGiven() ? "~" : "") + ">~<>~", Screen.width(session.isScreen()));
    row(table, "place", "pid", "name", "provider", "age", "command");
    Instant now = Instant.now();
    for (Found one : all()) {
      row(
          table,
          one.place(),
          Long.toString(one.process().pid()),
          one.process().name(),
          String.join(", ", one.providers()),
          one.process().start().map(start -> age(start, now)).orElse(Human.ABSENT),
          command(one.process()));
    }
    table.write(page);
    if (found.isEmpty()) {
      page.line("  no process of this user");
    }
  }

  /** Adds a row, whose first cell is the place and is left out for this machine. */
  private void row(Table table, String... cells) {
    table.row(via.isGiven() ? cells : Arrays.copyOfRange(cells, 1, cells.length));
  }

  private static String age(Instant start, Instant now) {
    return Human.brief(Math.max(0, Duration.between(start, now).toNanos() / NANOS_PER_SECOND));
  }

  private static String command(TargetProcess process) {
    return process.command().stream().collect(Collectors.joining(" "));
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("processes");
    for (Found one : all()) {
      json.writeStartObject();
      if (!one.place().isEmpty()) {
        json.writeStringField("place", one.place());
      }
      ProfileJson.process(json, one.process());
      json.writeArrayFieldStart("providers");
      for (String name : one.providers()) {
        json.writeString(name);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
