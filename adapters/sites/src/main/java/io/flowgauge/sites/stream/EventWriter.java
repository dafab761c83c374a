package io.flowgauge.sites.stream;

import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.EventBlock;
import java.io.IOException;
import java.util.function.Consumer;

/** Makes messages of deliveries. As thread-safe as what takes them. */
public final class EventWriter implements EventTarget {
  private final Consumer<EventBlock> blocks;
  private final Consumer<Refusal> refused;

  /**
   * Writes.
   *
   * @param blocks takes the messages, the last of which says that nothing follows
   * @param refused takes the reason why nothing follows that last one
   */
  public EventWriter(Consumer<EventBlock> blocks, Consumer<Refusal> refused) {
    this.blocks = blocks;
    this.refused = refused;
  }

  @Override
  public void take(EventDelivery delivery) {
    blocks.accept(EventMessages.write(delivery));
  }

  @Override
  public void ended() {
    blocks.accept(EventBlock.newBuilder().setEnded(true).build());
  }

  /** What a service upstream did not refuse is of no use to ask for again. */
  @Override
  public void failed(IOException cause) {
    refused.accept(
        cause.getCause() == null
            ? new Refusal(RefusalCode.ARGUMENT, "" + cause.getMessage())
            : RefusedException.refusal(cause));
  }
}
