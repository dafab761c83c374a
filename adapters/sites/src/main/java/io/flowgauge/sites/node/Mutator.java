package io.flowgauge.sites.node;

import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Performs the requests of one local user, which were checked before. Thread-safe. */
interface Mutator extends AutoCloseable {
  CompletableFuture<Reply> perform(SignedRequest request, Duration left);

  /** Whether it can take requests; else there must be another one. */
  boolean isOpen();

  @Override
  void close();
}
