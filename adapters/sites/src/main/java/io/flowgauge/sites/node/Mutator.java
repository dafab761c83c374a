package io.flowgauge.sites.node;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Performs the requests of one local user, which were checked before. Thread-safe. */
interface Mutator extends AutoCloseable {
  CompletableFuture<Reply> perform(SignedRequest request, Duration left);

  /**
   * Delivers the events of a request for events.
   *
   * @throws RefusedException if there is no such request, or it cannot be had from there
   */
  EventSubscription subscribe(Subscription subscription, EventTarget target)
      throws RefusedException;

  /** Whether it can take requests; else there must be another. */
  boolean isOpen();

  @Override
  void close();
}
