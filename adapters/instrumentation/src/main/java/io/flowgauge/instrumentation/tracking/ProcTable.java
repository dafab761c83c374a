package io.flowgauge.instrumentation.tracking;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The process table in {@code /proc}. Processes come and go while it is read, and their texts may
 * be malformed, so whatever cannot be read is empty. Immutable and thread-safe.
 */
final class ProcTable {
  private static final String DELETED = " (deleted)";

  /** More bytes than a kernel allows by default for arguments and environment. */
  private static final int LARGEST = 8 << 20;

  private static final int LARGEST_LINE = 1 << 16;

  private final Path root;

  /** Reads the table in a folder. */
  ProcTable(Path root) {
    this.root = root;
  }

  /** Returns the table of this machine. */
  static ProcTable ofSystem() {
    return new ProcTable(Path.of("/proc"));
  }

  /** Returns why there is no table; empty if there is one. */
  Optional<Refusal> unavailable() {
    return Files.isReadable(root.resolve("self/stat"))
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                RefusalCode.UNSUPPORTED,
                "processes are found in "
                    + root
                    + ", which does not exist: this system ("
                    + System.getProperty("os.name")
                    + ") is not Linux, or /proc is not mounted"));
  }

  /** Returns the ids of all visible processes. */
  List<Long> pids() {
    List<Long> pids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root, "[1-9]*")) {
      entries.forEach(entry -> number(entry).ifPresent(pids::add));
    } catch (IOException | DirectoryIteratorException e) {
      return pids;
    }
    return pids;
  }

  private static OptionalLong number(Path entry) {
    try {
      return OptionalLong.of(Long.parseLong(entry.getFileName().toString()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns a process; empty if it has ended. */
  Optional<ProcStat> stat(long pid) {
    return ProcStat.parse(pid, read(pid, "stat", LARGEST_LINE));
  }

  /** Returns the last id that the system gave to a process or thread. */
  OptionalLong lastPid() {
    String text = new String(read(root.resolve("loadavg"), LARGEST_LINE), UTF_8).strip();
    try {
      return OptionalLong.of(Long.parseLong(text.substring(text.lastIndexOf(' ') + 1)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Returns the executable's path as the process sees it; the former path if the file was replaced.
   */
  Optional<Path> executable(long pid) {
    try {
      Path path = Files.readSymbolicLink(of(pid, "exe"));
      String text = path.toString();
      return text.endsWith(DELETED) && Files.notExists(path)
          ? Optional.of(Path.of(text.substring(0, text.length() - DELETED.length())))
          : Optional.of(path);
    } catch (IOException | SecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns where the executable itself can be read, even if its file was renamed or deleted. */
  Path image(long pid) {
    return of(pid, "exe");
  }

  /** Returns the arguments; bytes that are not UTF-8 become replacement characters. */
  List<String> command(long pid) {
    return texts(read(pid, "cmdline", LARGEST));
  }

  /** Returns the name that the process gave itself; empty if it has ended. */
  String comm(long pid) {
    return new String(read(pid, "comm", LARGEST_LINE), UTF_8).stripTrailing();
  }

  /**
   * Returns the variables the program was started with; the first one if a name occurs repeatedly.
   */
  Map<String, String> environment(long pid) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String text : texts(read(pid, "environ", LARGEST))) {
      int equals = text.indexOf('=');
      if (equals > 0) {
        variables.putIfAbsent(text.substring(0, equals), text.substring(equals + 1));
      }
    }
    return variables;
  }

  /** Returns the paths of its control groups. */
  List<String> cgroups(long pid) {
    return new String(read(pid, "cgroup", LARGEST_LINE), UTF_8)
        .lines()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3)
        .map(parts -> parts[2])
        .toList();
  }

  private static List<String> texts(byte[] bytes) {
    List<String> texts = new ArrayList<>();
    int start = 0;
    for (int k = 0; k < bytes.length; k++) {
      if (bytes[k] == 0) {
        texts.add(new String(bytes, start, k - start, UTF_8));
        start = k + 1;
      }
    }
    if (start < bytes.length) {
      texts.add(new String(bytes, start, bytes.length - start, UTF_8));
    }
    return texts;
  }

  private Path of(long pid, String file) {
    return root.resolve(pid + "/" + file);
  }

  private byte[] read(long pid, String file, int limit) {
    return read(of(pid, file), limit);
  }

  private static byte[] read(Path file, int limit) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(limit);
    } catch (IOException | SecurityException e) {
      return new byte[0];
    }
  }
}
