package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import java.io.Closeable;
import java.io.IOException;

/** A log in a file that grows. Not thread-safe. */
interface FollowedFile extends Closeable {
  /** The events that were added since the last call; at the first call, all. */
  EventCursor appended() throws IOException;

  /** Whether the file is shorter than it was, and so starts over. */
  boolean isCutBack(long size);
}
