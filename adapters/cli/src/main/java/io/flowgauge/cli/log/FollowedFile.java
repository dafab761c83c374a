package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import java.io.Closeable;
import java.io.IOException;

/** A growing log file. Not thread-safe. */
interface FollowedFile extends Closeable {
  /** Returns the events added since the last call; at the first call, all. */
  EventCursor appended() throws IOException;

  /** Whether the file has become shorter, and therefore starts over. */
  boolean isCutBack(long size);
}
