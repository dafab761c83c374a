package io.flowgauge.sites.node;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Performs the requests of one local user; the node has checked them before. Thread-safe. */
interface Mutator extends AutoCloseable {
  CompletableFuture<Reply> perform(SignedRequest request, Duration timeLeft);

  /**
   * Delivers the events of a request for events.
   *
   * @throws RefusedException if there is no such request, or its events cannot be delivered from
   *     the given position
   */
  EventSubscription subscribe(Subscription subscription, EventTarget target)
      throws RefusedException;

  /** Whether it can still perform requests; otherwise it must be replaced. */
  boolean isOpen();

  @Override
  void close();
}
