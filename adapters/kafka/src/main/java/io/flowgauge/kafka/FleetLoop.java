package io.flowgauge.kafka;

import io.flowgauge.fleet.Failures;
import io.flowgauge.fleet.FleetSettings;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The thread of a fleet: reads and tells, and begins anew when something fails. */
final class FleetLoop implements Runnable {
  private static final long PAUSE_MILLIS = 1_000;

  private final FleetClient client;
  private final FleetSettings settings;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicLong records = new AtomicLong();
  private final AtomicLong reported = new AtomicLong();
  private volatile int runs;

  FleetLoop(FleetClient client, FleetSettings settings) {
    this.client = client;
    this.settings = settings;
  }

  int runs() {
    return runs;
  }

  long reported() {
    return reported.get();
  }

  long records() {
    return records.get();
  }

  void end() {
    over.countDown();
  }

  @Override
  public void run() {
    while (!isOver(0)) {
      try (FleetSession session = FleetSession.open(client, settings)) {
        while (!isOver(0)) {
          records.addAndGet(session.step());
          reported.addAndGet(session.takeReported());
          runs = session.runs();
        }
        session.leave();
        reported.addAndGet(session.takeReported());
      } catch (RuntimeException e) { // A transaction that failed takes all it knew with it.
        settings.trouble(Failures.text(e));
        isOver(PAUSE_MILLIS);
      }
      runs = 0;
    }
  }

  private boolean isOver(long millis) {
    try {
      return over.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true; // By whoever ends the process.
    }
  }
}
