package io.flowgauge.sites.request;

import com.google.protobuf.ByteString;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.wire.Request;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * Which requests a node has taken: none is taken twice. They are forgotten when they have expired;
 * what was made before the node started, which another node process may have taken, is not taken.
 * Thread-safe.
 */
public final class Nonces {
  private static final int MOST = 1_000_000;

  private final Clock clock;
  private final long started;
  private final Map<ByteString, Long> taken = new HashMap<>();
  private long nextSweep;

  /** None taken yet. */
  public Nonces(Clock clock) {
    this.clock = clock;
    this.started = clock.millis();
  }

  /**
   * Takes a request.
   *
   * @throws RefusedException if it was taken, or may have been
   */
  public synchronized void take(Request request) throws RefusedException {
    if (request.getIssuedMillis() < started) {
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
    long now = clock.millis();
    if (now >= nextSweep) {
      taken.values().removeIf(expires -> expires < now);
      nextSweep = now + RequestCheck.LONGEST.toMillis() / 10;
    }
  }
}
