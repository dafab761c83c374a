package io.flowgauge.instrumentation.xml;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/**
 * SIR: structures of processes as XML of the schema {@code sir.xsd}, a resource next to this class.
 *
 * <pre>{@code
 * StructureXml.write(process.structure().orThrow(), System.out);
 * }</pre>
 *
 * Stateless and thread-safe.
 */
public final class StructureXml {
  private StructureXml() {}

  /**
   * Writes a structure.
   *
   * @param structure the structure
   * @param out receives the document in UTF-8; stays open
   * @throws IOException if writing fails
   */
  public static void write(Structure structure, OutputStream out) throws IOException {
    XmlOut.write(out, xml -> write(structure, xml));
  }

  static void write(Structure structure, XmlOut out) throws XMLStreamException {
    out.start("sir").attribute("version", XmlOut.VERSION);
    Parts.writeProcess(structure.process(), out);
    for (CodeUnit unit : structure.units()) {
      out.start("unit").attribute("name", unit.name());
      out.attribute("kind", Parts.lower(unit.kind()));
      if (!unit.path().isEmpty()) {
        out.attribute("path", unit.path());
      }
      out.attribute("buildId", unit.buildId());
      for (CodeRegion region : unit.regions()) {
        Parts.writeRegion(region, out.start("region"));
        out.endEmpty();
      }
      out.end();
    }
    out.end();
  }

  /**
   * Reads a structure.
   *
   * @param in the document; stays open
   * @param file its name, for messages
   * @return the structure
   * @throws TraceFormatException if it violates the schema; the message says where, what was found
   *     and what was expected
   * @throws IOException if it cannot be read
   */
  public static Structure read(InputStream in, String file) throws IOException {
    return XmlIn.read(in, file, "sir.xsd", StructureXml::read);
  }

  static Structure read(XmlIn in) throws IOException, XMLStreamException {
    List<TargetProcess> process = new ArrayList<>(1);
    List<CodeUnit> units = new ArrayList<>();
    in.children(
        element -> {
          if (element.equals("process")) {
            process.add(in.parse(Parts::readProcess));
          } else {
            units.add(in.parse(StructureXml::unit));
          }
        });
    return new Structure(process.get(0), units);
  }

  private static CodeUnit unit(XmlIn in) throws IOException, XMLStreamException {
    String name = in.attribute("name");
    CodeUnit head =
        new CodeUnit(
            name,
            in.constant("kind", CodeUnit.Kind.class),
            in.attribute("path", ""),
            in.optional("buildId"),
            List.of());
    List<CodeRegion> regions = new ArrayList<>();
    in.children(
        element -> {
          regions.add(in.parse(at -> Parts.readRegion(at, name)));
          in.end();
        });
    return new CodeUnit(head.name(), head.kind(), head.path(), head.buildId(), regions);
  }
}
