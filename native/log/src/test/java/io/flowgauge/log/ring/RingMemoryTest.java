package io.flowgauge.log.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class RingMemoryTest {
  private static final int PAGE = 1 << 12;
  private static final int STORES = 5_000_000;

  @Test
  void touchPages_whileAnotherThreadWrites_changesNothing() throws Exception {
    RingMemory ring = RingMemory.allocate(PAGE);
    ByteBuffer memory = ring.buffer();
    CountDownLatch touching = new CountDownLatch(1);
    Thread toucher = new Thread(() -> touchUntilInterrupted(ring, touching));
    toucher.start();
    touching.await();
    int changed = 0;
    try {
      for (int k = 0; k < STORES; k++) {
        memory.putLong(0, k);
        memory.put(RingLayout.RING + 3, (byte) k);
        boolean isSame = memory.getLong(0) == k && memory.get(RingLayout.RING + 3) == (byte) k;
        changed += isSame ? 0 : 1;
      }
    } finally {
      toucher.interrupt();
      toucher.join();
    }
    assertThat(changed).isZero();
  }

  private static void touchUntilInterrupted(RingMemory ring, CountDownLatch touching) {
    while (!Thread.currentThread().isInterrupted()) {
      ring.touchPages();
      touching.countDown();
    }
  }
}
