package io.flowgauge.sites.request;

import com.google.protobuf.ByteString;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.wire.Request;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The requests that a node has taken, so that it takes none twice. They are forgotten once they
 * have expired. A request made before the node started may have been taken by an earlier process of
 * the node, so such requests are refused until all of them have expired. That time is measured with
 * a monotonic clock, because the wall clock may have been ahead and then been set back.
 * Thread-safe.
 */
public final class Nonces {
  private static final int MOST = 1_000_000;

  private final Clock clock;
  private final LongSupplier nanos;
  private final long started;
  private final long startedNanos;
  private final Map<ByteString, Long> taken = new HashMap<>();
  private long sweptNanos;

  /** Creates a set of taken requests, empty at first. */
  public Nonces(Clock clock) {
    this(clock, System::nanoTime);
  }

  /**
   * Creates a set of taken requests, empty at first.
   *
   * @param nanos a monotonic clock, in nanoseconds
   */
  Nonces(Clock clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
    this.started = clock.millis();
    this.startedNanos = nanos.getAsLong();
    this.sweptNanos = startedNanos;
  }

  /**
   * Registers a request as taken.
   *
   * @throws RefusedException if it was taken before or may have been, or too many were taken
   */
  public synchronized void register(Request request) throws RefusedException {
    boolean mayBeValid = nanos.getAsLong() - startedNanos < RequestCheck.LONGEST_VALID.toNanos();
    if (mayBeValid && request.getIssuedMillis() < started) {
      throw new RefusedException(
          RefusalCode.PERMISSION,
          "the request was made before this node started, so it may be a repetition; make a new"
              + " one");
    }
    sweep();
    if (taken.size() >= MOST) {
      throw new RefusedException(
          RefusalCode.LIMIT,
          "this node keeps "
              + MOST
              + " requests that have not expired, and takes no more until some have");
    }
    if (taken.putIfAbsent(request.getNonce(), request.getExpiresMillis()) != null) {
      throw new RefusedException(
          RefusalCode.PERMISSION, "the request is a repetition of an earlier one");
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
