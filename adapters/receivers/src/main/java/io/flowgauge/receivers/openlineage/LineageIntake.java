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
import java.util.function.LongSupplier;

/** The common parts of the receivers of single events and of arrays of events. Thread-safe. */
abstract class LineageIntake implements RunReceiver {
  private static final TraceFile POST = new TraceFile(Path.of("OpenLineage event"), "");
  private static final int MAX_RUNS = 100_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final LineageMemory memory;
  private final LongSupplier nanoTime;

  LineageIntake() {
    this(MAX_RUNS, PATIENCE, System::nanoTime);
  }

  LineageIntake(int maxRuns, Duration patience, LongSupplier nanoTime) {
    memory = new LineageMemory(maxRuns, patience.toNanos(), nanoTime.getAsLong());
    this.nanoTime = nanoTime;
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
      long now = nanoTime.getAsLong();
      for (LineageEvent event : events) {
        memory.take(event, runs, now);
      }
      memory.settle(runs, now, false);
    }
    return Reply.of(200, "");
  }

  @Override
  public final void settle(RunSink runs) {
    synchronized (memory) {
      memory.settle(runs, nanoTime.getAsLong(), true);
    }
  }
}
