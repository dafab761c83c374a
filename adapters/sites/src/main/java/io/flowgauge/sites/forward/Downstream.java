package io.flowgauge.sites.forward;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A service that requests are passed on to. Thread-safe. */
public interface Downstream {
  /** Returns the name: {@code SITE/NODE} for a node, {@code SITE} for a site. */
  String name();

  /**
   * Passes a request on.
   *
   * @param timeLeft how long the answer may take
   */
  CompletableFuture<Reply> send(SignedRequest request, Duration timeLeft);

  /**
   * Subscribes to events.
   *
   * @param target receives the events, and is notified if the subscription is refused or the
   *     service cannot be reached
   * @return the subscription, through which the target acknowledges events
   */
  EventSubscription subscribe(Subscription subscription, EventTarget target);
}
