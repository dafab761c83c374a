package io.flowgauge.activation.collect;

import java.util.Optional;

/** Receives the blocks that have come in. */
public interface BlockSink {
  /**
   * Takes a block.
   *
   * @param block an undamaged block that was not received before
   * @param missing events before it that never came
   */
  void accept(Source source, ReceivedBlock block, long missing);

  /** Why the last attempt to write its own records failed, or empty if it did not. */
  Optional<String> failure();
}
