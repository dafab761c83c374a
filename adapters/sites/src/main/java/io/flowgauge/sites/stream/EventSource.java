package io.flowgauge.sites.stream;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.wire.Subscription;

/** Where events come from. Thread-safe. */
@FunctionalInterface
public interface EventSource {
  /**
   * Subscribes.
   *
   * @param target what takes the events, and is notified if that is refused or cannot be done now
   * @return what reports how far the target is
   */
  EventSubscription subscribe(Subscription subscription, EventTarget target);
}
