package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;

/**
 * Identifies a stream of events.
 *
 * @param stream number of the stream in the log
 */
record StreamKey(long log, int stream) {
  static StreamKey of(BlockHeader header) {
    return new StreamKey(header.log(), header.stream());
  }
}
