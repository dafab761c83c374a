package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.ring.RingMemory;
import io.flowgauge.testsupport.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingsTest {
  private static final int FOUR_KEPT_READY = 1 << 20;
  private static final int ONE_KEPT_READY = 1 << 26;

  @Test
  void take_noMoreReadyThanOthersShallHave_leavesThem() {
    Rings rings = Rings.inMemory(FOUR_KEPT_READY, "test");
    for (int k = 0; k < 3; k++) {
      rings.makeOne();
    }

    assertThat(rings.take(3)).isNull();
    assertThat(rings.take(2)).isNotNull();
    assertThat(rings.take(2)).isNull();
    assertThat(rings.take(0)).isNotNull();
  }

  @Test
  void take_onlyOneEverReady_isNotLeftForOthers() {
    Rings rings = Rings.inMemory(ONE_KEPT_READY, "test");
    rings.makeOne();

    assertThat(rings.take(3)).isNotNull();
  }

  /** As when a folder is moved away for a while. */
  @Test
  void failure_onceAllRingsAreFilesAgain_isNone(@TempDir Path folder) throws Exception {
    Path files = folder.resolve("rings");
    Rings rings = Rings.inFiles(files, 7, FOUR_KEPT_READY, "test");
    Files.move(files, folder.resolve("away"));
    rings.start(1);
    RingMemory taken = rings.take(0);
    assertThat(taken.isMapped()).isFalse();
    Files.move(folder.resolve("away"), files);

    Eventually.holds(() -> isFileReady(rings));
    assertThat(rings.failure().orElseThrow()).contains("NoSuchFile");
    rings.giveBack(taken);
    Eventually.holds(() -> rings.failure().isEmpty());
    rings.close(List.of());
  }

  private static boolean isFileReady(Rings rings) {
    RingMemory ring = rings.take(0);
    if (ring != null) {
      rings.giveBack(ring);
    }
    return ring != null && ring.isMapped();
  }
}
