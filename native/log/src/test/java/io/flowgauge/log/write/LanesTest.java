package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LanesTest {
  private static final int CAPACITY = 1 << 20;
  private static final int READY = 8;

  private int woken;
  private final Rings rings = Rings.inMemory(CAPACITY, "rings");
  private final Lanes lanes = lanes();

  private Lanes lanes() {
    for (int k = 0; k <= READY; k++) {
      rings.makeOne();
    }
    return new Lanes(
        rings, Origin.ofThisProcess(), false, () -> woken++); // Reserves one ring for sharing.
  }

  @AfterEach
  void closeRings() {
    rings.close(List.of());
  }

  private Thread idle() {
    CountDownLatch never = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                return;
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void mayBeInUse_threadThatRuns_isTrue() {
    assertThat(lanes.mayBeInUse()).isFalse();

    lanes.find(Thread.currentThread());

    assertThat(lanes.mayBeInUse()).isTrue();
  }

  @Test
  void mayBeInUse_threadThatWaitsOrHasEnded_isFalse() throws Exception {
    Thread thread = idle();
    lanes.find(thread);
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    assertThat(lanes.mayBeInUse()).isFalse();
    thread.interrupt();
    thread.join();
    assertThat(lanes.mayBeInUse()).isFalse();
  }

  @Test
  void mayBeInUse_sharedLaneWithEvents_isTrue() {
    for (int k = 0; k < READY; k++) {
      lanes.find(new Thread(() -> {}));
    }
    Lane shared = lanes.find(new Thread(() -> {}));
    assertThat(shared.owner()).isNull();
    assertThat(lanes.mayBeInUse()).isFalse();

    assertThat(shared.begin(0, 1, 0, 0)).isTrue();
    shared.commit();

    assertThat(lanes.mayBeInUse()).isTrue();
  }

  /** As when several threads start before rings are made for them. */
  @Test
  void find_onlySharedLaneTaken_countsADrop() {
    Rings two = Rings.inMemory(CAPACITY, "two rings");
    two.makeOne();
    two.makeOne();
    Lanes few = new Lanes(two, Origin.ofThisProcess(), false, () -> woken++);
    Lane own = few.find(new Thread(() -> {}));
    assertThat(own.owner()).isNotNull();
    Lane shared = few.find(new Thread(() -> {}));
    assertThat(shared.owner()).isNull();

    assertThat(few.find(new Thread(() -> {}))).isNull();
    assertThat(own.dropped()).isZero();
    assertThat(shared.dropped()).isEqualTo(1);
    two.close(List.of());
  }

  /** Threads that come and go one after another reuse the same rings. */
  @Test
  void find_fewRingsLeft_wakesTheDrainerToGiveBackOthers() {
    Thread ended = new Thread(() -> {});
    Lane first = lanes.find(ended);
    assertThat(woken).isZero();

    lanes.find(new Thread(() -> {}));
    assertThat(woken).isEqualTo(1);

    lanes.retire(first);
    assertThat(rings.areFew()).isFalse();
  }
}
