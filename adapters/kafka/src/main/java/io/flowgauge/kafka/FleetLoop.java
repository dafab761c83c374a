package io.flowgauge.kafka;

import io.flowgauge.fleet.Failures;
import io.flowgauge.fleet.FleetSettings;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The work of a fleet's threads. One reads events and publishes reports, with a new session
 * whenever something fails; another watches the brokers meanwhile.
 */
final class FleetLoop implements Runnable {
  private static final long PAUSE_MILLIS = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final FleetClient client;
  private final FleetSettings settings;
  private final BrokerWait broker;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicLong records = new AtomicLong();
  private final AtomicLong reported = new AtomicLong();
  private volatile int runs;

  /** The session at work, or null. */
  private volatile FleetSession current;

  private boolean isOpen;

  /** Why the last session could not be opened; empty if it could. */
  private String unopened = "";

  /**
   * The thread while it opens a session, else null. It may be interrupted: it has nothing to lose.
   */
  private Thread opening;

  FleetLoop(FleetClient client, FleetSettings settings) {
    this.client = client;
    this.settings = settings;
    broker =
        new BrokerWait(client.settings().get("bootstrap.servers"), PATIENCE, settings::trouble);
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
    synchronized (this) {
      if (opening != null) {
        opening.interrupt(); // Otherwise it would wait for brokers that do not answer.
      }
    }
  }

  @Override
  public void run() {
    while (!isOver(0)) {
      isOpen = false;
      try (FleetSession session = open()) {
        isOpen = true;
        work(session);
      } catch (BrokerWait.NoAnswerException e) {
        isOver(PAUSE_MILLIS);
      } catch (RuntimeException | Error e) {
        // After a failed transaction, or when memory is exhausted, its state is lost.
        if (!isOver(0)) {
          report(Failures.text(e));
          isOver(PAUSE_MILLIS);
        }
      }
      runs = 0;
    }
  }

  private void work(FleetSession session) {
    current = session;
    try {
      while (!isOver(0)) {
        records.addAndGet(session.step());
        reported.addAndGet(session.takeReported());
        runs = session.runs();
      }
      session.publishRest();
      reported.addAndGet(session.takeReported());
    } finally {
      current = null;
    }
  }

  /**
   * Reports whether brokers answer, until the fleet ends. If they do not answer then, abandons the
   * session, so that closing the fleet does not wait for them.
   */
  void watchBrokers() {
    boolean isLast;
    do {
      isLast = isOver(PAUSE_MILLIS);
      FleetSession session = current;
      boolean answers = session == null || session.isBrokerAnswering();
      if (session != null && session == current) { // Otherwise it has closed meanwhile.
        if (!isOver(0)) {
          broker.report(answers);
        } else if (!answers) {
          session.abandon();
        }
      }
    } while (!isLast);
  }

  /**
   * Reports a failure. A session that cannot be opened fails each second in the same way; that is
   * reported once.
   */
  private void report(String text) {
    if (isOpen) {
      settings.trouble(text);
    } else if (!text.equals(unopened)) {
      settings.trouble(text + "; trying until it works");
    }
    unopened = isOpen ? "" : text;
  }

  /** Opens a session. Does not wait for brokers once the fleet is to end. */
  FleetSession open() {
    synchronized (this) {
      opening = Thread.currentThread();
      if (over.getCount() == 0) {
        opening.interrupt(); // end() found no thread to interrupt.
      }
    }
    try {
      return KafkaClasses.withKafkaClassLoader(() -> FleetSession.open(client, settings, broker));
    } finally {
      synchronized (this) {
        opening = null;
        if (over.getCount() == 0) {
          boolean unused = Thread.interrupted(); // Lets the session close in order.
        }
      }
    }
  }

  private boolean isOver(long millis) {
    try {
      return over.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true; // Only code that ends the process interrupts this thread.
    }
  }
}
