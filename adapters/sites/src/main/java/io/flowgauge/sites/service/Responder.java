package io.flowgauge.sites.service;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Answers requests. Thread-safe. */
public interface Responder {
  /**
   * Answers a request.
   *
   * @param peer who sent it
   * @param timeLeft how long the sender still waits, more than 0
   * @return the reply; fails with a {@link RefusedException} if the request is refused as a whole
   */
  CompletableFuture<Reply> answer(SignedRequest request, SpiffeId peer, Duration timeLeft);

  /**
   * Delivers events.
   *
   * @param peer who subscribes
   * @param target receives the events; it may be called before this returns
   * @return the subscription, through which the target acknowledges events
   * @throws RefusedException if the subscription is refused
   */
  EventSubscription subscribe(Subscription subscription, SpiffeId peer, EventTarget target)
      throws RefusedException;
}
