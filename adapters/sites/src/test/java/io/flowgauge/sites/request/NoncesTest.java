package io.flowgauge.sites.request;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.flowgauge.sites.wire.Request;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Repetitions are refused even if the clock is set while a node runs. */
class NoncesTest {
  private static final Instant TRUE_START = Instant.parse("2026-11-20T10:00:00Z");

  private Duration passed = Duration.ZERO;
  private Duration ahead = Duration.ofHours(3);
  private final Nonces nonces = new Nonces(new SetClock(), () -> passed.toNanos());

  /** A clock that is ahead of the true time by a variable amount. */
  private final class SetClock extends Clock {
    @Override
    public Instant instant() {
      return TRUE_START.plus(passed).plus(ahead);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }

  /** Returns a request made now, by the true time. */
  private Request made(int nonce) {
    long now = TRUE_START.plus(passed).toEpochMilli();
    return Request.newBuilder()
        .setNonce(ByteString.copyFrom(new byte[] {(byte) nonce}))
        .setIssuedMillis(now)
        .setExpiresMillis(now + RequestCheck.LONGEST.toMillis())
        .build();
  }

  private void pass(Duration time) {
    passed = passed.plus(time);
  }

  @Test
  void take_afterTheClockWasSetBack_takesRequestsOnceEarlierOnesHaveExpired() {
    Request before = made(0);
    ahead = Duration.ZERO;
    pass(RequestCheck.LONGEST);
    assertThatThrownBy(() -> nonces.register(before))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("before this node started");
    pass(Duration.ofMinutes(5));
    assertThatCode(() -> nonces.register(made(1))).doesNotThrowAnyException();
  }

  @Test
  void take_afterTheClockWasSetBack_forgetsWhatHasExpired() throws RefusedException {
    pass(Duration.ofHours(1));
    nonces.register(made(1)); // Removes expired nonces while the clock is three hours ahead.
    ahead = Duration.ZERO;
    assertThatThrownBy(() -> nonces.register(made(1))).hasMessageContaining("a repetition");
    pass(RequestCheck.LONGEST.plusMinutes(2));
    assertThatCode(() -> nonces.register(made(1))).doesNotThrowAnyException();
  }
}
