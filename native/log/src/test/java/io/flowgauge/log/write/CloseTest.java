package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.sink.LogDestination;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CloseTest {
  private static final int EVENTS = 5_000;

  @TempDir Path folder;

  /** A call begins before the log is closed and ends long after. */
  @Test
  void counts_callEndsAfterClose_includeItsEvent() throws Exception {
    EventLog log = EventLog.open(folder.resolve("x.nlb"));
    DeclaredEvent type = log.declare(EventSchema.named("number").int32("n").build());
    type.log(1);
    Lane lane = type.start().begin(0);
    lane.int32(0, 2);
    log.close();
    assertThat(log.counts().written()).isEqualTo(1);
    assertThat(log.counts().dropped()).isZero();

    lane.commit();

    assertThat(log.counts().written()).isEqualTo(1);
    assertThat(log.counts().dropped()).isEqualTo(1);
    assertThat(log.counts().dropped()).isEqualTo(1);
  }

  private EventLog full(Receiver receiver) throws IOException {
    EventLog log = EventLog.to(LogDestination.parse(receiver.to())).buffer(1 << 24).open();
    DeclaredEvent type = log.declare(EventSchema.named("text").string("s").build());
    String text = "x".repeat(1_000);
    for (int k = 0; k < EVENTS; k++) {
      type.log(text);
    }
    return log;
  }

  /** As when the host interrupts its thread to make it clean up. */
  @Test
  void close_interruptedThread_writesEverythingFirst() throws Exception {
    try (Receiver receiver = Receiver.tcp(folder.resolve("received.nlb"))) {
      EventLog log = full(receiver);
      Thread.currentThread().interrupt();
      log.close();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(log.counts().written()).isEqualTo(EVENTS);
    }
  }

  /** As when the virtual machine ends during a close. */
  @Test
  void close_whileAnotherThreadCloses_waitsForThat() throws Exception {
    try (Receiver receiver = Receiver.tcp(folder.resolve("received.nlb"))) {
      receiver.stopReading();
      EventLog log = full(receiver);
      Thread first = new Thread(log::close);
      first.start();
      while (first.getState() != Thread.State.TIMED_WAITING) {
        Thread.sleep(1);
      }
      new Thread(() -> goOnSoon(receiver)).start();
      log.close();
      assertThat(log.counts().written()).isEqualTo(EVENTS);
      first.join();
    }
  }

  private static void goOnSoon(Receiver receiver) {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    receiver.goOn();
  }
}
