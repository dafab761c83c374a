package io.flowgauge.cli.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Informs a command that this process must end, because of Ctrl-C or SIGTERM, and delays the end
 * until the command has finished, or has removed its sensors. An interrupt informs the command too.
 * Thread-safe.
 */
public final class StopSignal implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread hook = new Thread(this::stop, "flowgauge-stop");

  private final String awaited;

  private StopSignal(String awaited) {
    this.awaited = awaited;
  }

  /** Listens for a signal until it is closed, for a command without sensors. */
  public static StopSignal listen() {
    return listen("the command to finish");
  }

  /**
   * Listens for a signal until it is closed, for a command that removes its sensors before that.
   */
  public static StopSignal listenWithSensors() {
    return listen("the sensors to come out");
  }

  private static StopSignal listen(String awaited) {
    StopSignal signal = new StopSignal(awaited);
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void stop() {
    stopped.countDown();
    try {
      boolean isDone = finished.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!isDone) {
        System.err.println("flowgauge: gave up waiting for " + awaited);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Informs the command, without ending the process. */
  public void give() {
    stopped.countDown();
  }

  /** Waits for at most a time; returns whether the command must stop. */
  public boolean await(Duration time) {
    try {
      return stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Lets the process end. */
  @Override
  public void close() {
    finished.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is already ending, and the hook has seen that the command has finished.
      return;
    }
  }
}
