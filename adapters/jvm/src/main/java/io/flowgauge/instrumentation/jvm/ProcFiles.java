package io.flowgauge.instrumentation.jvm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads what Linux tells of a process in /proc; nothing on other systems. */
final class ProcFiles {
  private static final Path ROOT = Path.of("/proc");

  private ProcFiles() {}

  private static Optional<String> text(long pid, String file) {
    try {
      Path path = ROOT.resolve(Long.toString(pid)).resolve(file);
      return Optional.of(new String(Files.readAllBytes(path), ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A process by its number and, where it is known, its name. */
  static String called(long pid) {
    return "process " + pid + text(pid, "comm").map(name -> " (" + name.strip() + ")").orElse("");
  }

  /** Whether it has ended and waits for its parent. */
  static boolean isZombie(long pid) {
    return text(pid, "stat")
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 1).strip())
        .map(rest -> rest.startsWith("Z") || rest.startsWith("X"))
        .orElse(false);
  }

  /** The user it runs as; empty if not known. */
  static Optional<Integer> user(long pid) {
    return text(pid, "status")
        .flatMap(status -> status.lines().filter(line -> line.startsWith("Uid:")).findFirst())
        .map(line -> Integer.parseUnsignedInt(line.strip().split("\\s+", -1)[2]));
  }

  /** Whether a Java virtual machine is mapped; empty if not known. */
  static Optional<Boolean> hasVirtualMachine(long pid) {
    return text(pid, "maps").map(maps -> maps.contains("/libjvm.so"));
  }

  /** Its command line, and options of its environment. */
  static List<String> options(long pid) {
    String environment = text(pid, "environ").orElse("");
    String options =
        Arrays.stream(environment.split("\0"))
            .filter(each -> each.matches("(?s)(JAVA_TOOL|JDK_JAVA|_JAVA)_OPTIONS=.*"))
            .map(each -> each.substring(each.indexOf('=') + 1))
            .reduce("", (a, b) -> a + " " + b);
    return Arrays.asList((text(pid, "cmdline").orElse("") + options).split("[\0\\s]+"));
  }
}
