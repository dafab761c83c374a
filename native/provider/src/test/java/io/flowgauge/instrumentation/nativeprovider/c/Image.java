package io.flowgauge.instrumentation.nativeprovider.c;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The output of {@code image_print} for an ELF file. */
record Image(Map<String, String> head, List<Function> functions) {
  static final int INTERPRETED = 2;
  static final int STRIPPED = 4;
  static final int GO = 8;
  static final int MAY_THROW = 16;
  static final int SWITCHES_STACKS = 32;
  static final int SHADOW_STACK = 64;
  static final int JVM = 128;

  /** A function: its address and size, the source it is known from, and its names. */
  record Function(long address, long size, int source, int aliases, String name, String plain) {
    static Function parse(String line) {
      String[] parts = line.split(" ", 5);
      String[] names = parts[4].split("\t", 2);
      return new Function(
          Long.parseUnsignedLong(parts[0], 16),
          Long.parseLong(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]),
          names[0],
          names.length > 1 ? names[1] : "");
    }
  }

  static List<String> sources() throws IOException {
    return CPrograms.sources("image", "decode", "demangle", "shared");
  }

  static Image read(Path file, String what, Path debugRoot) throws Exception {
    Path program = CPrograms.program("image_print", sources(), CPrograms.SANITIZED);
    String text =
        CPrograms.run(List.of(program.toString(), file.toString(), what, debugRoot.toString()));
    List<String> lines = new ArrayList<>(text.lines().toList());
    Map<String, String> head = new TreeMap<>();
    String[] words = (lines.remove(0) + " ").split(" ", -1);
    for (int i = 0; i + 1 < words.length; i += 2) {
      head.put(words[i], words[i + 1]);
    }
    return new Image(head, lines.stream().map(Function::parse).toList());
  }

  static Image read(Path file) throws Exception {
    return read(file, "functions", Path.of("/nonexistent"));
  }

  boolean has(int flag) {
    return (Integer.parseInt(head.get("flags"), 16) & flag) != 0;
  }

  List<String> names() {
    return functions.stream().map(Function::name).toList();
  }

  List<Long> addresses() {
    return functions.stream().map(Function::address).distinct().toList();
  }

  Function function(String name) {
    return functions.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }
}
