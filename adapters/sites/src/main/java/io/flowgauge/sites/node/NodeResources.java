package io.flowgauge.sites.node;

import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.resources.ResourceLog;
import io.flowgauge.resources.ResourceMonitor;
import io.flowgauge.sites.thread.Daemon;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Samples the load of this machine and of a user's processes once a second, for as long as somebody
 * has asked for events {@code resource.*}. Thread-safe.
 */
final class NodeResources implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final EventLog log;
  private final ResourceLog resources;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Daemon.named("resources"));

  /** The running samplers, the last opened first; empty while nobody asks. */
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /**
   * Starts to watch whether somebody asks.
   *
   * @param triggers the trigger file
   */
  NodeResources(Path triggers) throws IOException {
    log = EventLog.triggeredBy(triggers).open();
    resources = new ResourceLog(log);
    long nanos = INTERVAL.toNanos();
    ScheduledFuture<?> unused =
        clock.scheduleWithFixedDelay(this::startOrStop, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private synchronized void startOrStop() {
    if (resources.isWanted() && open.isEmpty()) {
      sample();
    } else if (!resources.isWanted()) {
      stop();
    }
  }

  private void sample() {
    ResourceMonitor monitor =
        ResourceMonitor.builder().interval(INTERVAL).onSample(resources).open();
    open.push(monitor);
    open.push(
        ProcessTracker.of(ProcessPattern.any())
            .listener(monitor.listener(found -> Optional.of(activity(found.process()))))
            .start());
  }

  private static String activity(TargetProcess process) {
    return process.name() + " " + process.pid();
  }

  private void stop() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        System.getLogger(NodeResources.class.getName())
            .log(System.Logger.Level.WARNING, "the sampling of load did not stop cleanly", e);
      }
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    synchronized (this) {
      stop();
    }
    log.close();
  }
}
