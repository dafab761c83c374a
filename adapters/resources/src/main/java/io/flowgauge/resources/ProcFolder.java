package io.flowgauge.resources;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Reads facts about processes that are not needed in each sample. Processes may end at any time, so
 * whatever cannot be read is empty. Immutable and thread-safe.
 */
final class ProcFolder {
  private static final double ROUNDING = 0.02;
  private static final int STATE = 3;
  private static final int START_TIME = 22;
  private static final long USUAL_PAGE = 4096;

  private final Path root;

  ProcFolder(Path root) {
    this.root = root;
  }

  Path of(long pid) {
    return root.resolve(Long.toString(pid));
  }

  Path threads(long pid) {
    return of(pid).resolve("task");
  }

  /** Why no process can be sampled; empty if they can. */
  Optional<String> unavailable() {
    if (Files.isReadable(root.resolve("self/schedstat"))) {
      return Optional.empty();
    }
    return Optional.of(
        Files.isReadable(root.resolve("self/stat"))
            ? "the kernel does not report how long threads wait: it was built without schedstat"
            : "processes are sampled in "
                + root
                + ", which is not there: "
                + System.getProperty("os.name")
                + " is not Linux, or /proc is not mounted");
  }

  /** Returns the name of a process, from its {@code comm} file; empty if it has ended. */
  Optional<String> name(long pid) {
    try {
      return Optional.of(new String(Files.readAllBytes(of(pid).resolve("comm")), UTF_8).strip());
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the age of a process, to a hundredth of a second. It is empty if the process has ended.
   * It is also empty if {@code uptime} shows that of a container: start times of processes count
   * from the earlier start of the host.
   */
  OptionalDouble ageSeconds(long pid) {
    try {
      String stat = new String(Files.readAllBytes(of(pid).resolve("stat")), ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      double start = Long.parseLong(fields[START_TIME - STATE]) / Processors.TICKS_PER_SECOND;
      String uptime = new String(Files.readAllBytes(root.resolve("uptime")), ISO_8859_1);
      double age = Double.parseDouble(uptime.split(" ", -1)[0]) - start;
      return age < -ROUNDING ? OptionalDouble.empty() : OptionalDouble.of(Math.max(0, age));
    } catch (IOException | RuntimeException e) {
      return OptionalDouble.empty();
    }
  }

  /** Returns the ids of a process's threads; none if it has ended. */
  List<Long> threadIds(long pid) {
    List<Long> ids = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(threads(pid))) {
      entries.forEach(entry -> ids.add(Long.parseLong(entry.getFileName().toString())));
    } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
      return ids;
    }
    return ids;
  }

  /** Returns the number of a process's threads, by a single system call; 0 if it has ended. */
  static int threadCount(Path threads) {
    try {
      return (Integer) Files.getAttribute(threads, "unix:nlink") - 2;
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  /** Returns the processors that a thread may use; empty if it has ended. */
  CpuSet cpus(long pid, long thread, KernelText text) {
    String key = "Cpus_allowed_list:\t";
    Optional<KernelFile> status =
        KernelFile.open(root.resolve(pid + "/task/" + thread + "/status"));
    boolean isThere = status.isPresent() && status.get().readAll(text);
    status.ifPresent(KernelFile::close);
    while (isThere && text.hasMore()) {
      if (text.startsWith(key)) {
        text.skipPast(key);
        return CpuSet.parse(text.word(""));
      }
      text.nextLine();
    }
    return CpuSet.parse("");
  }

  /** Returns the size of a memory page in bytes. */
  long pageBytes() {
    try (Stream<String> lines = Files.lines(root.resolve("self/smaps"), ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith("KernelPageSize:"))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(kib -> Long.parseLong(kib) * 1024)
          .findFirst()
          .orElse(USUAL_PAGE);
    } catch (IOException | RuntimeException e) {
      return USUAL_PAGE;
    }
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "ProcFolder[%s]", root);
  }
}
