package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Measures how the threads of a process on this machine run and wait, from the creation of this
 * object on. What a thread does between the last look and its end is not counted. Not thread-safe.
 */
final class ThreadTimes {
  private final long pid;
  private final Path threads;
  private final long begin = System.nanoTime();
  private Map<String, Times> last;
  private Times sum = new Times(0, 0);

  /** Nanoseconds that a thread ran, and waited for a processor. */
  private record Times(long ran, long waited) {
    Times plus(Times more) {
      return new Times(ran + more.ran, waited + more.waited);
    }

    Times since(Times earlier) {
      return new Times(Math.max(0, ran - earlier.ran), Math.max(0, waited - earlier.waited));
    }
  }

  ThreadTimes(long pid) {
    this.pid = pid;
    this.threads = Path.of("/proc", Long.toString(pid), "task");
    this.last = read();
  }

  Outcome<ProcessLoad> look() {
    Map<String, Times> now = read();
    if (now.isEmpty()) {
      return Outcome.refused(
          RefusalCode.NO_PROCESS,
          "process " + pid + " has ended, or the kernel does not report how its threads run");
    }
    // All times of a thread that was not there before are new.
    now.forEach(
        (thread, times) -> sum = sum.plus(times.since(last.getOrDefault(thread, new Times(0, 0)))));
    last = now;
    return Outcome.done(
        new ProcessLoad(
            Runtime.getRuntime().availableProcessors(),
            now.size(),
            Duration.ofNanos(System.nanoTime() - begin),
            Duration.ofNanos(sum.ran()),
            Duration.ofNanos(sum.waited())));
  }

  private Map<String, Times> read() {
    Map<String, Times> all = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(threads)) {
      for (Path folder : folders) {
        times(folder).ifPresent(times -> all.put(folder.getFileName().toString(), times));
      }
    } catch (IOException | DirectoryIteratorException e) {
      return all; // The process has ended.
    }
    return all;
  }

  private static Optional<Times> times(Path thread) {
    try {
      String[] fields = Files.readString(thread.resolve("schedstat")).strip().split(" ", -1);
      return Optional.of(new Times(Long.parseLong(fields[0]), Long.parseLong(fields[1])));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
