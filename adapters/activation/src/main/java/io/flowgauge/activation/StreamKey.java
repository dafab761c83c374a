package io.flowgauge.activation;

import io.flowgauge.log.format.BlockHeader;

/**
 * What tells streams of events apart.
 *
 * @param log number of the log
 * @param stream number of the stream in the log
 */
record StreamKey(long log, int stream) {
  static StreamKey of(BlockHeader header) {
    return new StreamKey(header.log(), header.stream());
  }
}
