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
  /** Its name: {@code SITE/NODE} of a node, {@code SITE} of a site. */
  String name();

  /**
   * Passes a request on.
   *
   * @param left how long it may take
   */
  CompletableFuture<Reply> send(SignedRequest request, Duration left);

  /**
   * Subscribes to events.
   *
   * @param target what takes them, and is notified if it is refused or cannot be reached
   * @return what reports how far the target is
   */
  EventSubscription subscribe(Subscription subscription, EventTarget target);
}
