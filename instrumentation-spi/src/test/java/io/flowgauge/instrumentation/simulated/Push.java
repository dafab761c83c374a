package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Subscription;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Push mode of a simulated process. Thread-safe. */
final class Push implements Subscription {
  private final Sensors sensors;
  private final PushOptions options;
  private final ProfileListener listener;
  private final Set<Fault> faults;
  private final Thread thread = new Thread(this::loop, "push of a simulated process");
  private volatile boolean over;
  private boolean finished;
  private boolean gaveUp;

  Push(Sensors sensors, PushOptions options, ProfileListener listener, Set<Fault> faults) {
    this.sensors = sensors;
    this.options = options;
    this.listener = listener;
    this.faults = faults;
    thread.setDaemon(true);
  }

  void begin() {
    thread.start();
    if (faults.contains(Fault.CALLS_LISTENERS_AT_ONCE)) {
      Thread second = new Thread(this::loop, "second push");
      second.setDaemon(true);
      second.start();
    }
  }

  boolean isOver() {
    return over;
  }

  private void loop() {
    try {
      while (!over) {
        long nanos =
            faults.contains(Fault.IGNORES_THE_INTERVAL)
                ? TimeUnit.HOURS.toNanos(1)
                : options.interval().toNanos();
        Set<CodeRegion> dirty = sensors.awaitDirty(options.regions(), nanos, s -> over);
        if (over) {
          sensors.markDirty(dirty);
        } else if (!dirty.isEmpty() || faults.contains(Fault.SENDS_NOTHING_NEW)) {
          send(dirty);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void send(Set<CodeRegion> dirty) {
    if (gaveUp) {
      return;
    }
    try {
      if (faults.contains(Fault.CALLS_LISTENERS_AT_ONCE)) {
        listener.updated(sensors.profile(dirty::contains));
      } else {
        synchronized (listener) {
          listener.updated(sensors.profile(dirty::contains));
        }
      }
    } catch (RuntimeException e) {
      gaveUp = faults.contains(Fault.GIVES_UP_AFTER_EXCEPTION);
    }
  }

  @Override
  public void close() {
    end(Optional.empty());
  }

  /** Sends remaining updates, and the end of the process if it has ended. */
  void end(Optional<ProcessStatus> status) {
    synchronized (this) {
      if (finished) {
        return;
      }
      finished = true;
    }
    boolean stays = faults.contains(Fault.SENDS_AFTER_CLOSE) && status.isEmpty();
    over = !stays;
    join();
    if (faults.contains(Fault.REPORTS_THE_END_FIRST)) {
      status.ifPresent(this::report);
    }
    rest();
    if (!faults.contains(Fault.REPORTS_THE_END_FIRST)) {
      status.ifPresent(this::report);
    }
  }

  private void join() {
    try {
      if (over && thread.isAlive() && Thread.currentThread() != thread) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void rest() {
    try {
      Set<CodeRegion> left = sensors.awaitDirty(1, 0, s -> true);
      if (!left.isEmpty() && !faults.contains(Fault.DROPS_THE_REST)) {
        send(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void report(ProcessStatus status) {
    try {
      listener.ended(status);
    } catch (RuntimeException e) {
      // A listener's exception must not stop updates.
      gaveUp = false;
    }
  }
}
