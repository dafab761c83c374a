package io.flowgauge.archive;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Small logs for tests. */
public final class Logs {
  static final EventSchema NUMBERS =
      EventSchema.named("all.types")
          .int32("int32")
          .int64("int64")
          .float32("float32")
          .float64("float64")
          .string("string")
          .constant("PROG", "test")
          .constant("PI", Math.PI)
          .build();

  private static final int FLUSH = 1000;

  private Logs() {}

  /** Writes a log of two threads, each with the given number of events of two types. */
  public static void write(Path file, int events) throws IOException, InterruptedException {
    try (EventLog log = EventLog.to(file).host("here").program("test").open()) {
      DeclaredEvent numbers = log.declare(NUMBERS);
      DeclaredEvent texts = log.declare(EventSchema.named("text").string("TEXT").build());
      Thread other = new Thread(() -> write(log, numbers, texts, events), "other");
      other.start();
      write(log, numbers, texts, events);
      other.join();
    }
  }

  private static void write(EventLog log, DeclaredEvent numbers, DeclaredEvent texts, int events) {
    for (int k = 0; k < events; k++) {
      if (k % 3 == 0) {
        texts.log("text " + k + " \u00e4\ud83d\ude00'\"\\\t");
      } else {
        numbers.log(k, ((long) k << 40) - 5, k / 3f, -k / 7.0, "number " + k);
      }
      if (k % FLUSH == 0) {
        flush(log);
      }
    }
  }

  static void flush(EventLog log) {
    try {
      if (!log.flush()) {
        throw new AssertionError("not flushed: " + log.counts());
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Writes a log of one event. */
  public static void one(Path file, EventSchema schema, Object... values) throws IOException {
    try (EventLog log = EventLog.open(file)) {
      log.declare(schema).log(values);
    }
  }

  /**
   * Writes a log of one stream, and the same log split into files of one block each. Files 0 to 2
   * and 4 declare the types; the last file also holds the end of the stream.
   */
  static List<Path> writeInParts(Path whole, Path folder, int parts, int events)
      throws IOException {
    List<Integer> ends = new ArrayList<>();
    try (EventLog log = EventLog.to(whole).flushEvery(Duration.ofDays(1)).open()) {
      DeclaredEvent type = log.declare(NUMBERS);
      for (int k = 0; k < parts * events; k++) {
        type.log(k, (long) -k, 1f, 2.0, "part");
        if (k % events == events - 1) {
          flush(log);
          ends.add((int) Files.size(whole));
        }
      }
    }
    byte[] bytes = Files.readAllBytes(whole);
    ends.set(parts - 1, bytes.length);
    List<Path> files = new ArrayList<>();
    int from = 0;
    for (int end : ends) {
      Path part = folder.resolve("part" + files.size() + ".nlb");
      files.add(Files.write(part, Arrays.copyOfRange(bytes, from, end)));
      from = end;
    }
    return files;
  }
}
