package io.flowgauge.sites.stream;

import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.EventBlock;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes deliveries of messages that come one after another. Thread-safe. */
public final class EventReader {
  private final EventTarget target;
  private final AtomicBoolean over = new AtomicBoolean();

  /** Reads for a target. */
  public EventReader(EventTarget target) {
    this.target = target;
  }

  /** Takes the next message. */
  public void take(EventBlock block) {
    if (!block.getEnded() && !over.get()) {
      target.take(EventMessages.read(block));
    } else if (over.compareAndSet(false, true)) {
      target.ended();
    }
  }

  /** Nothing more will come, for this reason. */
  public void fail(Throwable cause) {
    if (over.compareAndSet(false, true)) {
      Refusal refusal = RefusedException.refusal(cause);
      target.failed(
          new IOException(
              refusal.message(), new RefusedException(refusal.code(), refusal.message())));
    }
  }
}
