package io.flowgauge.sites.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.RequestEvents;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventMirrorTest {
  private static final Request REQUEST =
      Request.newBuilder()
          .setLeaseSeconds(60)
          .setRequestEvents(RequestEvents.newBuilder().setId("r1").setBufferBytes(1 << 24))
          .build();

  @TempDir private Path folder;
  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  /** Delivers events that cannot be stored, as on a full disk. */
  private EventSubscription deliver(EventTarget target) {
    asked.incrementAndGet();
    ByteBuffer broken = ByteBuffer.wrap(new byte[100]);
    threads.execute(() -> target.take(new EventDelivery(0, broken, 0, 0)));
    return EventSubscription.NONE;
  }

  @Test
  void tick_whileNothingCanBeStored_asksLessAndLessOften() throws Exception {
    SignedRequest grant = SignedRequest.newBuilder().setRequest(REQUEST.toByteString()).build();
    Subscription subscription = Subscription.newBuilder().setGrant(grant).build();
    try (EventMirror mirror =
        EventMirror.create(
            folder, subscription, REQUEST, 1 << 24, (wanted, target) -> deliver(target))) {
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < Duration.ofSeconds(3).toNanos()) {
        mirror.tick();
        Thread.sleep(5);
      }
    }
    assertThat(asked).hasValueBetween(2, 6);
  }

  @Test
  void open_damagedSubscription_namesItAndLetsGoOfTheFolder() throws Exception {
    Path file = Files.createDirectories(folder.resolve("r1")).resolve("subscription");
    for (byte[] damaged : new byte[][] {{}, {10, 100, 1}}) {
      Files.write(file, damaged);
      assertThatThrownBy(this::openMirrors)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file + " is damaged");
    }
    Files.delete(file);
    openMirrors().close();
  }

  private EventMirrors openMirrors() throws IOException {
    return new EventMirrors(folder, 1 << 24, (wanted, target) -> deliver(target));
  }
}
