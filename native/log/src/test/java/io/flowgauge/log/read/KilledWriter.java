package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.EventLogBuilder;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that logs in several threads until it is killed, and counts in a shared file how many
 * calls have returned in each.
 */
final class KilledWriter {
  static final int THREADS = 3;
  static final Duration INTERVAL = Duration.ofMillis(300);
  static final EventSchema SCHEMA =
      EventSchema.named("e").int32("run").int32("who").int64("n").string("text").build();

  /** Bytes between counts: a cache line each. */
  private static final int STEP = 64;

  private static final int BURST = 64;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private KilledWriter() {}

  /** Returns the expected text of an event, of varying length. */
  static String text(long n) {
    return "x".repeat((int) (n % 40)) + n;
  }

  /** Maps the counts of calls that have returned in each thread. */
  static ByteBuffer counts(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, THREADS * STEP).order(ByteOrder.nativeOrder());
    }
  }

  static long count(ByteBuffer counts, int who) {
    return (long) LONGS.getAcquire(counts, who * STEP);
  }

  /**
   * Logs until it is killed.
   *
   * @param args log, file of the counts, number of the run, nanoseconds between bursts of events,
   *     and "ring" or "buffer"
   */
  public static void main(String[] args) throws IOException {
    EventLogBuilder options = EventLog.to(Path.of(args[0])).flushEvery(INTERVAL);
    EventLog log = (args[4].equals("ring") ? options : options.buffered()).open();
    DeclaredEvent type = log.declare(SCHEMA);
    ByteBuffer counts = counts(Path.of(args[1]));
    int run = Integer.parseInt(args[2]);
    long pause = Long.parseLong(args[3]);
    for (int k = 0; k < THREADS; k++) {
      int who = k;
      new Thread(() -> log(type, run, who, counts, pause)).start();
    }
  }

  private static void log(DeclaredEvent type, int run, int who, ByteBuffer counts, long pause) {
    for (long n = 0; ; n++) {
      type.log(run, who, n, text(n));
      LONGS.setRelease(counts, who * STEP, n + 1);
      if (pause > 0 && n % BURST == 0) {
        LockSupport.parkNanos(pause);
      }
    }
  }
}
