package io.flowgauge.sites.service;

import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Answers requests. Thread-safe. */
@FunctionalInterface
public interface Responder {
  /**
   * Answers a request.
   *
   * @param peer who sent it
   * @param left how long the sender waits, more than 0
   * @return the reply; fails with a {@link io.flowgauge.sites.request.RefusedException} if the
   *     request is refused as a whole
   */
  CompletableFuture<Reply> answer(SignedRequest request, SpiffeId peer, Duration left);
}
