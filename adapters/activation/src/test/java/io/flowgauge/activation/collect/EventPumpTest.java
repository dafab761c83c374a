package io.flowgauge.activation.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventPumpTest {
  private static final int BLOCKS = 3000;

  @TempDir Path folder;
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2);
  private final Received received = new Received();
  private Stored stored;

  @BeforeEach
  void open() throws IOException {
    stored = new Stored(new Spool(folder, 1 << 24, SpoolFiles.REAL), new SubscriberSlot());
  }

  @AfterEach
  void close() throws IOException {
    threads.shutdownNow();
    stored.spool().close();
  }

  /** Stored events to send, from a spool that never finishes. */
  private record Stored(Spool spool, SubscriberSlot receiver) implements StoredEvents {
    @Override
    public void renew() {
      // It has no lease.
    }

    @Override
    public boolean isFinished() {
      return false;
    }

    void store() {
      assertThat(spool.append(ByteBuffer.wrap(EmptyBlocks.of(1)), 0)).isTrue();
      spool.commit();
      receiver.wake();
    }
  }

  /** A target that remembers all deliveries. */
  private static final class Received implements EventTarget {
    final Queue<EventDelivery> deliveries = new ConcurrentLinkedQueue<>();

    @Override
    public void take(EventDelivery delivery) {
      deliveries.add(delivery);
    }

    @Override
    public void ended() {
      throw new IllegalStateException("it has not ended");
    }

    @Override
    public void failed(IOException cause) {
      throw new IllegalStateException(cause);
    }

    long end() {
      return deliveries.stream().mapToLong(EventDelivery::end).max().orElse(0);
    }
  }

  @Test
  void pump_manySmallBlocks_sendsThemTogether() throws Exception {
    EventPump pump = EventPump.start("r", stored, 0, received, threads);
    long begun = System.nanoTime();
    for (int k = 0; k < BLOCKS; k++) {
      stored.store();
    }
    Eventually.await("the last block", () -> received.end() == stored.spool().end());
    double seconds = (System.nanoTime() - begun) / 1e9;
    long chunks = stored.spool().end() / EventPump.CHUNK;
    assertThat((double) received.deliveries.size()).isLessThanOrEqualTo(2 + chunks + 20 * seconds);
    assertThat(received.deliveries).hasSizeLessThan(BLOCKS / 4);
    long at = 0;
    for (EventDelivery delivery : List.copyOf(received.deliveries)) {
      assertThat(delivery.begin()).isEqualTo(at);
      at = delivery.end();
    }
    pump.close();
  }

  @Test
  void pump_blockAfterAPause_isSentAtOnce() throws Exception {
    EventPump pump = EventPump.start("r", stored, 0, received, threads);
    for (int k = 0; k < 3; k++) {
      stored.store();
      Eventually.await("a block", () -> received.end() == stored.spool().end());
    }
    assertThat(received.deliveries).hasSize(3);
    pump.close();
  }

  @Test
  void pump_targetThatThrows_isNotifiedAndGetsNothingMore() throws Exception {
    assertThatThrowing(
        () -> {
          throw new IllegalStateException("broken");
        },
        "java.lang.IllegalStateException: broken");
  }

  @Test
  void pump_targetThatThrowsAnError_isNotifiedAndGetsNothingMore() throws Exception {
    assertThatThrowing(
        () -> {
          throw new OutOfMemoryError("broken");
        },
        "java.lang.OutOfMemoryError: broken");
  }

  private void assertThatThrowing(Runnable problem, String expected) throws Exception {
    AtomicInteger taken = new AtomicInteger();
    CompletableFuture<IOException> failure = new CompletableFuture<>();
    EventTarget broken =
        new EventTarget() {
          @Override
          public void take(EventDelivery delivery) {
            if (taken.incrementAndGet() == 2) {
              problem.run();
            }
          }

          @Override
          public void ended() {
            throw new IllegalStateException("it has not ended");
          }

          @Override
          public void failed(IOException cause) {
            failure.complete(cause);
          }
        };
    EventPump pump = EventPump.start("r", stored, 0, broken, threads);
    stored.store();
    Eventually.await("a block", () -> taken.get() == 1);
    stored.store();
    assertThat(failure.get(30, TimeUnit.SECONDS))
        .hasMessage("request r has ended, because its receiver threw " + expected);
    stored.store();
    pump.wake();
    Thread.sleep(200);
    assertThat(taken).hasValue(2);
  }
}
