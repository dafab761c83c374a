package io.flowgauge.sites.stream;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.wire.Subscription;

/** A source of events. Thread-safe. */
@FunctionalInterface
public interface EventSource {
  /**
   * Subscribes a target.
   *
   * @param target receives the events, and is notified if the subscription is refused or cannot be
   *     made now
   * @return the subscription, through which the target acknowledges events
   */
  EventSubscription subscribe(Subscription subscription, EventTarget target);
}
