package io.flowgauge.instrumentation.jvm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads what Linux shows of a process in /proc; finds nothing on other systems. */
final class ProcFiles {
  private static final Path ROOT = Path.of("/proc");
  private static final int HEXADECIMAL = 16;

  /** The bit of SIGQUIT in a process's signal masks. */
  private static final long QUIT = 1 << 2;

  private ProcFiles() {}

  private static Optional<String> text(long pid, String file) {
    try {
      Path path = ROOT.resolve(Long.toString(pid)).resolve(file);
      return Optional.of(new String(Files.readAllBytes(path), ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the number of a process and, if known, its name. */
  static String describe(long pid) {
    return "process " + pid + text(pid, "comm").map(name -> " (" + name.strip() + ")").orElse("");
  }

  /** Whether it has ended and waits for its parent. */
  static boolean isZombie(long pid) {
    return text(pid, "stat")
        .map(stat -> stat.substring(stat.lastIndexOf(')') + 1).strip())
        .map(rest -> rest.startsWith("Z") || rest.startsWith("X"))
        .orElse(false);
  }

  private static Optional<String[]> status(long pid, String key) {
    return text(pid, "status")
        .flatMap(status -> status.lines().filter(line -> line.startsWith(key + ":")).findFirst())
        .map(line -> line.strip().split("\\s+", -1));
  }

  /** Returns the user it runs as; empty if unknown. */
  static Optional<Integer> user(long pid) {
    return status(pid, "Uid").map(words -> Integer.parseUnsignedInt(words[2]));
  }

  /**
   * Whether a virtual machine listens for requests of the attach API, or handles the signal that
   * makes it listen. True if unknown.
   */
  static boolean mayListen(long pid) {
    boolean handles =
        status(pid, "SigCgt")
            .map(words -> (Long.parseUnsignedLong(words[1], HEXADECIMAL) & QUIT) != 0)
            .orElse(true);
    return handles || Files.exists(listenerSocket(pid));
  }

  /**
   * Whether it has a thread of a given name, of which the system keeps 15 characters. True if
   * unknown.
   */
  static boolean hasThread(long pid, String name) {
    Path threads = ROOT.resolve(pid + "/task");
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path each : all) {
        if (text(pid, "task/" + each.getFileName() + "/comm").orElse("").strip().equals(name)) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return true;
    }
    return false;
  }

  /** Returns the socket it listens on, which is named by its number in its own container. */
  private static Path listenerSocket(long pid) {
    String number =
        status(pid, "NSpid").map(words -> words[words.length - 1]).orElse(Long.toString(pid));
    return ROOT.resolve(pid + "/root/tmp/.java_pid" + number);
  }

  /** Returns its executable; an empty path if unknown. */
  static Path executable(long pid) {
    try {
      return Files.readSymbolicLink(ROOT.resolve(pid + "/exe"));
    } catch (IOException e) {
      return Path.of("");
    }
  }

  /** Whether it has mapped a Java virtual machine; empty if unknown. */
  static Optional<Boolean> hasVirtualMachine(long pid) {
    return text(pid, "maps").map(maps -> maps.contains("/libjvm.so"));
  }

  /** Returns its command line, and the options in its environment. */
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
