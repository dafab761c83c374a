package io.flowgauge.instrumentation.xml;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SourcePosition;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;

/** Writes and reads elements that several documents share: see types.xsd. Stateless. */
final class Parts {
  private static final int HEXADECIMAL = 16;

  private Parts() {}

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static void writeProcess(TargetProcess process, XmlOut out) throws XMLStreamException {
    out.start("process").attribute("pid", process.pid()).attribute("name", process.name());
    out.attribute("user", process.user()).attribute("executable", process.executable());
    out.attribute("start", process.start()).attribute("comm", process.comm());
    if (process.command().isEmpty()) {
      out.endEmpty();
      return;
    }
    for (String argument : process.command()) {
      out.start("argument").text(argument).end();
    }
    out.end();
  }

  static TargetProcess readProcess(XmlIn in) throws IOException, XMLStreamException {
    TargetProcess.Builder process = TargetProcess.builder(in.whole("pid", 0), in.attribute("name"));
    in.optional("user").ifPresent(process::user);
    in.optional("executable").map(Path::of).ifPresent(process::executable);
    in.moment("start").ifPresent(process::start);
    in.optional("comm").ifPresent(process::comm);
    List<String> command = new ArrayList<>();
    in.children(element -> command.add(in.text()));
    return process.command(command).build();
  }

  /** Writes all attributes of a region except its unit. */
  static void writeRegion(CodeRegion region, XmlOut out) throws XMLStreamException {
    out.attribute("name", region.name());
    if (!region.linkageName().equals(region.name())) {
      out.attribute("linkageName", region.linkageName());
    }
    if (region.address() != 0) {
      out.attribute("address", "0x" + Long.toHexString(region.address()));
    }
    out.attributeUnlessZero("size", region.size());
    if (region.source().isPresent()) {
      out.attribute("file", region.source().get().file());
      out.attributeUnlessZero("line", region.source().get().line());
    }
    if (region.inlined()) {
      out.attribute("inlined", "true");
    }
    if (!region.unitAliases().isEmpty()) {
      out.attribute("unitAliases", String.join("/", new TreeSet<>(region.unitAliases())));
    }
  }

  static CodeRegion readRegion(XmlIn in, String unit) throws TraceFormatException {
    String name = in.attribute("name");
    Optional<String> file = in.optional("file");
    if (file.isEmpty() && in.optional("line").isPresent()) {
      throw in.error("a line without a file", "a file with the line, or neither");
    }
    return new CodeRegion(
        unit,
        name,
        in.attribute("linkageName", name),
        Long.parseUnsignedLong(in.attribute("address", "0x0").substring(2), HEXADECIMAL),
        in.whole("size", 0),
        file.map(path -> new SourcePosition(path, in.number("line", 0))),
        in.flag("inlined", false),
        in.optional("unitAliases").map(Parts::names).orElse(Set.of()));
  }

  /** Splits a list of file names with slashes between them. */
  private static Set<String> names(String text) {
    return Set.copyOf(List.of(text.split("/", -1)));
  }

  static void writePatterns(String element, List<RegionPattern> patterns, XmlOut out)
      throws XMLStreamException {
    for (RegionPattern pattern : patterns) {
      out.start(element);
      writePattern(pattern, out);
      out.endEmpty();
    }
  }

  /** Writes the attributes of a pattern. */
  static void writePattern(RegionPattern pattern, XmlOut out) throws XMLStreamException {
    if (!pattern.unit().equals(RegionPattern.ALL.unit())) {
      out.attribute("unit", pattern.unit());
    }
    out.attribute("name", pattern.name());
  }

  static RegionPattern readPattern(XmlIn in) throws IOException, XMLStreamException {
    RegionPattern pattern = pattern(in);
    in.end();
    return pattern;
  }

  /** Returns the pattern in the attributes of an element. */
  static RegionPattern pattern(XmlIn in) {
    return new RegionPattern(in.attribute("unit", RegionPattern.ALL.unit()), in.attribute("name"));
  }

  static void writeRefusal(Refusal refusal, XmlOut out) throws XMLStreamException {
    out.attribute("code", refusal.code().name()).text(refusal.message()).end();
  }

  static Refusal readRefusal(XmlIn in) throws XMLStreamException, TraceFormatException {
    String code = in.attribute("code");
    try {
      return new Refusal(RefusalCode.valueOf(code), in.text());
    } catch (IllegalArgumentException e) {
      throw in.error("code '" + code + "'", "the name of a RefusalCode");
    }
  }
}
