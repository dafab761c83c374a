package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** What the kernel shows about a process: its code, descriptors, mappings and tracers. */
final class ProcessFiles {
  private ProcessFiles() {}

  private static Path of(long pid, String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }

  /** Returns checksums of all code mapped from files, by place and file. */
  static Map<String, Long> code(long pid) throws IOException {
    Map<String, Long> sums = new LinkedHashMap<>();
    try (RandomAccessFile memory = new RandomAccessFile(of(pid, "mem").toFile(), "r")) {
      for (String line : Files.readAllLines(of(pid, "maps"))) {
        String[] words = line.split(" +", 6);
        if (words.length == 6
            && words[1].startsWith("r-x")
            && (words[5].startsWith("/usr/") || words[5].contains("/target/"))) {
          sums.put(words[0] + " " + words[5], sum(memory, words[0]));
        }
      }
    }
    return sums;
  }

  private static long sum(RandomAccessFile memory, String range) throws IOException {
    String[] ends = range.split("-", -1);
    long from = Long.parseUnsignedLong(ends[0], 16);
    byte[] bytes = new byte[(int) (Long.parseUnsignedLong(ends[1], 16) - from)];
    memory.seek(from);
    memory.readFully(bytes);
    CRC32C sum = new CRC32C();
    sum.update(bytes);
    return sum.getValue();
  }

  /** Returns where a process's first mapping of a file begins. */
  static long base(long pid, Path file) throws IOException {
    String name = file.toRealPath().toString();
    try (Stream<String> lines = Files.lines(of(pid, "maps"))) {
      String line = lines.filter(each -> each.endsWith(name)).findFirst().orElseThrow();
      return Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
    }
  }

  static int descriptors(long pid) throws IOException {
    try (Stream<Path> all = Files.list(of(pid, "fd"))) {
      return (int) all.count();
    }
  }

  /** Returns the mappings of memory files that a core file would contain entirely, by place. */
  static List<String> dumpedMemoryFiles(long pid) throws IOException {
    List<String> dumped = new ArrayList<>();
    String mapping = "";
    for (String line : Files.readAllLines(of(pid, "smaps"))) {
      if (line.matches("[0-9a-f]+-.*")) {
        mapping = line;
      } else if (line.startsWith("VmFlags:") && !line.contains(" dd")) {
        if (mapping.matches(".* ...s .*/(memfd:.*|dev/zero \\(deleted\\))")) {
          dumped.add(mapping);
        }
      }
    }
    return dumped;
  }

  static int mappings(long pid) throws IOException {
    try (Stream<String> lines = Files.lines(of(pid, "maps"))) {
      return (int) lines.count();
    }
  }

  /** Returns the words of a process's command, each followed by a zero byte. */
  static String command(long pid) throws IOException {
    return Files.readString(of(pid, "cmdline"));
  }

  /** Returns a field of a process's status. */
  static String status(long pid, String key) throws IOException {
    return field(of(pid, "status"), key);
  }

  private static String field(Path file, String key) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(key + ":"))
          .map(line -> line.substring(key.length() + 1).strip())
          .findFirst()
          .orElse("");
    }
  }

  /** Returns the threads that are being traced. */
  static List<String> traced(long pid) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path task : tasks(pid)) {
      try {
        String tracer = field(task.resolve("status"), "TracerPid");
        if (!tracer.equals("0") && !tracer.isEmpty()) {
          found.add(task.getFileName() + " by " + tracer);
        }
      } catch (NoSuchFileException | UncheckedIOException e) {
        // The thread has just ended.
      } catch (IOException e) {
        if (Files.exists(task)) {
          throw e;
        }
      }
    }
    return found;
  }

  /**
   * Waits until no thread is traced: on a busy machine, a thread is released only once it has run
   * and stopped.
   */
  static void awaitUntraced(long pid) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    List<String> traced = traced(pid);
    while (!traced.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(5);
      traced = traced(pid);
    }
    assertThat(traced).as("threads that stay traced").isEmpty();
  }

  private static List<Path> tasks(long pid) throws IOException {
    try (Stream<Path> all = Files.list(of(pid, "task"))) {
      return all.toList();
    }
  }

  /** Returns the states of a process's threads, for a message. */
  static String states(long pid) {
    StringBuilder text = new StringBuilder();
    try {
      for (Path task : tasks(pid)) {
        text.append(task.getFileName())
            .append(": ")
            .append(field(task.resolve("status"), "State"))
            .append(", traced by ")
            .append(field(task.resolve("status"), "TracerPid"))
            .append(", in ")
            .append(Files.readString(task.resolve("wchan")))
            .append("; ");
      }
    } catch (IOException | UncheckedIOException e) {
      text.append(e);
    }
    return text.toString();
  }
}
