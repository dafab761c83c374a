package io.flowgauge.sites.stream;

import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.EventBlock;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Turns the messages of one stream, which come one after another, into deliveries. Thread-safe. */
public final class EventReader {
  private final EventTarget target;
  private final AtomicBoolean over = new AtomicBoolean();

  /** Creates a reader for a target. */
  public EventReader(EventTarget target) {
    this.target = target;
  }

  /** Passes the next message to the target. */
  public void deliverNext(EventBlock block) {
    if (!block.getEnded() && !over.get()) {
      target.take(EventMessages.read(block));
    } else if (over.compareAndSet(false, true)) {
      target.ended();
    }
  }

  /** Ends the stream with a failure, unless it has ended already. */
  public void fail(Throwable cause) {
    if (over.compareAndSet(false, true)) {
      Refusal refusal = RefusedException.refusal(cause);
      target.failed(
          new IOException(
              refusal.message(), new RefusedException(refusal.code(), refusal.message())));
    }
  }
}
