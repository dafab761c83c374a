package io.flowgauge.cli.instrument;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SourcePosition;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.xml.StructureXml;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sir",
    description = {
      "Prints the structure of a running process: its units (the program, its libraries or Java"
          + " classes) and their code regions. The process is not changed.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge sir 4711",
      "  flowgauge sir 4711 -i 'libm.so.6:*' -x '*:__*' --sources",
      "  flowgauge sir 4711 --format xml > structure.xml",
      "  flowgauge sir 4711 --via hub.example.org:14381 --at siteA/node1"
    })
public final class SirCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(paramLabel = "PID", description = "The process to describe.")
  private long pid;

  @Option(
      names = {"-i", "--include"},
      paramLabel = "UNIT:NAME",
      description = "Regions to print; * and ? are wildcards. May be repeated. Default: all.")
  private List<String> included = List.of();

  @Option(
      names = {"-x", "--exclude"},
      paramLabel = "UNIT:NAME",
      description = "Regions to leave out of those selected. May be repeated.")
  private List<String> excluded = List.of();

  @Option(
      names = "--sources",
      description =
          "Also print source files, lines and inlined functions, from debugging information.")
  private boolean hasSources;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description =
          "native, or jvm for Java methods. Default: jvm if the process runs the java command, else"
              + " native.")
  private String provider;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default), json or xml (SIR).")
  private String format = "";

  @Mixin private ViaOptions via;

  public SirCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    if (!List.of("text", "json", "xml").contains(format)) {
      throw new WrongUsageException("there is no format '" + format + "', only json, text, xml");
    }
    List<RegionPattern> include = SensorOptions.patterns("--include", included);
    List<RegionPattern> exclude = SensorOptions.patterns("--exclude", excluded);
    try (ViaOptions.Reach reach = via.open(session);
        InstrumentedProcess process =
            reach.of(Optional.ofNullable(provider), pid, include).attach(pid).orThrow()) {
      write(process.structure(new StructureFilter(include, exclude, hasSources)).orThrow());
    }
    session.text().flush();
    return Main.DONE;
  }

  private void write(Structure structure) throws IOException {
    switch (format) {
      case "xml" -> StructureXml.write(structure, session.bytes());
      case "json" -> Json.pretty(session.text(), json -> write(json, structure));
      default -> text(new Page(session.text()), structure);
    }
  }

  private void text(Page page, Structure structure) throws IOException {
    page.line(
        structure.process().name()
            + ", process "
            + structure.process().pid()
            + ": "
            + Human.count(structure.units().size(), "unit", "units")
            + ", "
            + Human.count(structure.regions().size(), "region", "regions"));
    for (CodeUnit unit : structure.units()) {
      page.title(unit.name(), unit.path());
      Table table = new Table("~>><", Screen.width(session.isScreen()));
      unit.regions().forEach(region -> row(table, region));
      table.write(page);
      if (unit.regions().isEmpty()) {
        page.line("  cannot be read; 'instrument -r " + unit.name() + ":*' says why");
      }
    }
  }

  private static void row(Table table, CodeRegion region) {
    table.row(
        region.name(),
        region.inlined() ? "inlined" : address(region),
        region.size() > 0 ? Human.count(region.size(), "byte", "bytes") : "",
        region.source().map(SourcePosition::toString).orElse(""));
  }

  private static String address(CodeRegion region) {
    return region.address() == 0 ? "" : String.format(Locale.ROOT, "%x", region.address());
  }

  private static void write(JsonGenerator json, Structure structure) throws IOException {
    json.writeObjectFieldStart("process");
    ProfileJson.process(json, structure.process());
    json.writeEndObject();
    json.writeArrayFieldStart("units");
    for (CodeUnit unit : structure.units()) {
      json.writeStartObject();
      unit(json, unit);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void unit(JsonGenerator json, CodeUnit unit) throws IOException {
    json.writeStringField("name", unit.name());
    json.writeStringField("kind", unit.kind().name().toLowerCase(Locale.ROOT));
    json.writeStringField("path", unit.path());
    if (unit.buildId().isPresent()) {
      json.writeStringField("buildId", unit.buildId().get());
    }
    json.writeArrayFieldStart("regions");
    for (CodeRegion region : unit.regions()) {
      json.writeStartObject();
      region(json, region);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void region(JsonGenerator json, CodeRegion region) throws IOException {
    ProfileJson.region(json, region);
    if (region.address() != 0) {
      json.writeStringField("address", "0x" + Long.toHexString(region.address()));
    }
    if (region.size() > 0) {
      json.writeNumberField("size", region.size());
    }
    if (region.source().isPresent()) {
      json.writeStringField("file", region.source().get().file());
      json.writeNumberField("line", region.source().get().line());
    }
    if (region.inlined()) {
      json.writeBooleanField("inlined", true);
    }
  }
}
