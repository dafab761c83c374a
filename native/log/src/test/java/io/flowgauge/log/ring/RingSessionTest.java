package io.flowgauge.log.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RingSessionTest {
  @TempDir private Path folder;

  /** A server can log from any number of short-lived threads. */
  @Test
  @Timeout(60)
  void make_ringDeleted_isForgotten() throws Exception {
    try (RingSession session = RingSession.open(folder, 7)) {
      WeakReference<Path> deleted = makeAndDelete(session);
      for (int k = 0; k < 10; k++) {
        makeAndDelete(session); // A thread caches the last few paths it used.
      }
      while (deleted.get() != null) {
        System.gc();
        Thread.sleep(1);
      }
      assertThat(RingFiles.rings(folder)).isEmpty();
    }
  }

  private static WeakReference<Path> makeAndDelete(RingSession session) throws IOException {
    RingMemory ring = session.createRing(4096);
    ring.delete();
    return new WeakReference<>(ring.file().get());
  }

  @Test
  void close_someRingsKept_deletesTheOthersOfThisSession() throws IOException {
    RingSession session = RingSession.open(folder, 7);
    RingMemory kept = session.createRing(4096);
    session.createRing(4096).delete();
    session.createRing(4096);
    try (RingSession another = RingSession.open(folder, 8)) {
      RingMemory foreign = another.createRing(4096);
      session.close(List.of(kept));
      assertThat(RingFiles.rings(folder))
          .containsExactlyInAnyOrder(kept.file().get(), foreign.file().get());
    }
    assertThat(RingFiles.rings(folder)).containsExactly(kept.file().get());
    assertThat(Files.exists(RingFiles.types(kept.file().get()))).isTrue();
  }
}
