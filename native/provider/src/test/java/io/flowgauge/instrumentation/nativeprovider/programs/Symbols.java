package io.flowgauge.instrumentation.nativeprovider.programs;

import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Information about an executable from binutils. */
final class Symbols {
  private Symbols() {}

  /** Returns the names of functions by their address in the file. */
  static Map<Long, String> functions(Path program) throws Exception {
    CPrograms.assumeProgram("nm");
    Map<Long, String> all = new HashMap<>();
    CPrograms.run(List.of("nm", "--defined-only", program.toString()))
        .lines()
        .map(line -> line.split(" ", -1))
        .filter(words -> words[1].equalsIgnoreCase("t"))
        .forEach(words -> all.put(Long.parseUnsignedLong(words[0], 16), words[2]));
    return all;
  }

  /** Whether the executable is loaded at the addresses in its file. */
  static boolean isFixed(Path program) throws Exception {
    CPrograms.assumeProgram("readelf");
    return CPrograms.run(List.of("readelf", "-h", program.toString())).contains("EXEC");
  }
}
