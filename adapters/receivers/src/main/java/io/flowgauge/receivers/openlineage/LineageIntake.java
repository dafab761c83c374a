package io.flowgauge.receivers.openlineage;

import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunReceiver;
import io.flowgauge.live.RunSink;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** The common parts of the receivers of single events and of arrays of events. Thread-safe. */
abstract class LineageIntake implements RunReceiver {
  private static final TraceFile POST = new TraceFile(Path.of("OpenLineage event"), "");
  private static final int MAX_RUNS = 100_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** Number of checks for overdue runs within the time that a run may wait. */
  private static final int LOOKS = 10;

  private final LineageMemory memory;
  private final Executor later;
  private boolean isToLook;

  LineageIntake() {
    this(MAX_RUNS, PATIENCE);
  }

  LineageIntake(int maxRuns, Duration patience) {
    memory = new LineageMemory(maxRuns, patience.toNanos());
    long nanos = patience.toNanos() / LOOKS;
    later = CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public final Reply receive(Post post, RunSink runs) {
    List<LineageEvent> events;
    try {
      events = LineageParser.parse(POST, post.body());
    } catch (TraceFormatException e) {
      return Reply.of(400, e.getMessage());
    } catch (IOException e) {
      return Reply.of(400, "the event cannot be read: " + e.getMessage());
    }
    synchronized (memory) {
      long now = System.nanoTime();
      try {
        for (LineageEvent event : events) {
          memory.process(event, runs, now);
        }
      } finally {
        lookLater(runs);
      }
    }
    return Reply.of(200, "");
  }

  /**
   * Schedules a check for overdue runs, unless one is scheduled or no run is kept, so that runs are
   * settled even if nothing more is posted.
   */
  private void lookLater(RunSink runs) {
    if (!isToLook && !memory.isEmpty()) {
      isToLook = true;
      later.execute(() -> look(runs));
    }
  }

  private void look(RunSink runs) {
    synchronized (memory) {
      isToLook = false;
      try {
        memory.giveUpOverdue(runs, System.nanoTime(), false);
      } finally {
        lookLater(runs);
      }
    }
  }

  @Override
  public final void settle(RunSink runs) {
    synchronized (memory) {
      memory.giveUpOverdue(runs, System.nanoTime(), true);
    }
  }
}
