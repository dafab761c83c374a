package io.flowgauge.activation.collect;

import java.util.Optional;

/** Receives blocks that have arrived from applications. */
public interface BlockSink {
  /**
   * Takes a block.
   *
   * @param block an undamaged block that was not received before
   * @param missing number of events of its stream that were lost since the last block
   */
  void accept(Source source, ReceivedBlock block, long missing);

  /** Returns why the last attempt to write the sink's own records failed; empty if it succeeded. */
  Optional<String> failure();
}
