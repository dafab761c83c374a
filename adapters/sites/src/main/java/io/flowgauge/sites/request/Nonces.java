package io.flowgauge.sites.request;

import com.google.protobuf.ByteString;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.wire.Request;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Which requests a node has taken: none is taken twice. They are forgotten when they have expired.
 * What was made before the node started, which another node process may have taken, is not taken
 * until all of it has expired; by a clock that nobody sets, as the other may have been ahead and be
 * set back. Thread-safe.
 */
public final class Nonces {
  private static final int MOST = 1_000_000;

  private final Clock clock;
  private final LongSupplier nanos;
  private final long started;
  private final long startedNanos;
  private final Map<ByteString, Long> taken = new HashMap<>();
  private long sweptNanos;

  /** None taken yet. */
  public Nonces(Clock clock) {
    this(clock, System::nanoTime);
  }

  /**
   * None taken yet.
   *
   * @param nanos a clock that only goes on, in nanoseconds
   */
  Nonces(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.started = clock.millis();
    this.startedNanos = nanos.getAsLong();
    this.sweptNanos = startedNanos;
  }

  /**
   * Takes a request.
   *
   * @throws RefusedException if it was taken, or may have been
   */
  public synchronized void take(Request request) throws RefusedException {
    boolean mayBeValid = nanos.getAsLong() - startedNanos < RequestCheck.LONGEST_VALID.toNanos();
    if (mayBeValid && request.getIssuedMillis() < started) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          "made before this node started, so it may be a repetition; ask again");
    }
    sweep();
    if (taken.size() >= MOST) {
      throw new RefusedException(RefusalCode.LIMIT, "too many requests in ten minutes");
    }
    if (taken.putIfAbsent(request.getNonce(), request.getExpiresMillis()) != null) {
      throw new RefusedException(RefusalCode.PERMISSION, "a repetition of an earlier request");
    }
  }

  private void sweep() {
    long now = nanos.getAsLong();
    if (now - sweptNanos >= RequestCheck.LONGEST.toNanos() / 10) {
      long millis = clock.millis();
      taken.values().removeIf(expires -> expires < millis);
      sweptNanos = now;
    }
  }
}
