package io.flowgauge.sites.stream;

import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.wire.EventBlock;
import java.io.IOException;
import java.util.function.Consumer;

/** Turns deliveries into messages. As thread-safe as the consumers of the messages. */
public final class EventWriter implements EventTarget {
  private final Consumer<EventBlock> blocks;
  private final Consumer<Refusal> refused;

  /**
   * Creates a writer.
   *
   * @param blocks receives the messages; the last says that nothing follows
   * @param refused receives the reason if the stream fails instead
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

  /**
   * Passes on the refusal of a service upstream. Other failures get a code that callers do not
   * retry.
   */
  @Override
  public void failed(IOException cause) {
    refused.accept(
        cause.getCause() == null
            ? new Refusal(RefusalCode.ARGUMENT, "" + cause.getMessage())
            : RefusedException.refusal(cause));
  }
}
