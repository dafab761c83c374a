package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import io.flowgauge.instrumentation.nativeprovider.programs.Held.Holding;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leaks of a provider in this virtual machine's memory would be detected. */
class HeldTest {
  private static final int BYTES = 64_000_000;

  /**
   * Kilobytes that must be seen; fewer than are taken, as the virtual machine frees some of its own
   * memory meanwhile.
   */
  private static final long SEEN_KILOBYTES = 40_000;

  @BeforeEach
  void hostAllows() {
    Built.assumeHost();
  }

  @Test
  void ofThis_withMallocNotFreed_isMore() throws Exception {
    Holding before = Held.leastOfThis();
    try (Memory kept = new Memory(BYTES)) {
      assertThat(kept.size()).isEqualTo(BYTES);
      assertThat(Held.leastOfThis().since(before).kilobytes()).isGreaterThan(SEEN_KILOBYTES);
    }
    assertThat(Held.leastOfThis().since(before).kilobytes()).isLessThan(SEEN_KILOBYTES);
  }

  @Test
  void ofThis_withObjectsKept_isMore() throws Exception {
    Holding before = Held.leastOfThis();
    byte[] kept = new byte[BYTES];
    assertThat(Held.leastOfThis().since(before).kilobytes()).isGreaterThan(SEEN_KILOBYTES);
    assertThat(kept).hasSize(BYTES);
  }
}
