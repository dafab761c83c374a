package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SourcePosition;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes and reads patterns and regions, for both ends of the socket. */
public final class Wire {
  private static final int MOST_PATTERNS = 1 << 20;

  private Wire() {}

  /**
   * Writes patterns.
   *
   * @param out receives the patterns
   */
  public static void writePatterns(DataOutput out, List<RegionPattern> patterns)
      throws IOException {
    out.writeInt(patterns.size());
    for (RegionPattern pattern : patterns) {
      out.writeUTF(pattern.unit());
      out.writeUTF(pattern.name());
    }
  }

  /**
   * Reads patterns.
   *
   * @param in where the patterns are read from
   */
  public static List<RegionPattern> readPatterns(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_PATTERNS) {
      throw new IOException("a request cannot have " + count + " patterns");
    }
    List<RegionPattern> patterns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      patterns.add(new RegionPattern(in.readUTF(), in.readUTF()));
    }
    return patterns;
  }

  /**
   * Writes a region without its unit.
   *
   * @param out receives the region
   */
  public static void writeRegion(DataOutput out, CodeRegion region) throws IOException {
    out.writeUTF(region.name());
    out.writeUTF(region.linkageName());
    out.writeUTF(region.source().map(SourcePosition::file).orElse(""));
    out.writeInt(region.source().map(SourcePosition::line).orElse(0));
  }

  /**
   * Reads a region.
   *
   * @param in where the region is read from
   */
  public static CodeRegion readRegion(DataInput in, String unit) throws IOException {
    String name = in.readUTF();
    String linkageName = in.readUTF();
    String file = in.readUTF();
    int line = in.readInt();
    if (line < 0) {
      throw new IOException("not a line: " + line);
    }
    Optional<SourcePosition> source =
        file.isEmpty() ? Optional.empty() : Optional.of(new SourcePosition(file, line));
    return new CodeRegion(unit, name, linkageName, 0, 0, source, false);
  }
}
