package io.flowgauge.sites.forward;

import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A service that requests are passed on to. Thread-safe. */
public interface Downstream {
  /** Its name: {@code SITE/NODE} of a node, {@code SITE} of a site. */
  String name();

  /**
   * Passes a request on.
   *
   * @param left how long it may take
   */
  CompletableFuture<Reply> send(SignedRequest request, Duration left);
}
