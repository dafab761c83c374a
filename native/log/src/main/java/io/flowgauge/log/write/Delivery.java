package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes blocks to a destination, opened when needed and after each failure. Used by one thread;
 * the counts are for all.
 */
final class Delivery {
  private final LogDestination destination;

  /** Null when not open. */
  private LogSink sink;

  private int sinkPart;

  /** Counts the parts of all sinks. */
  private int part;

  private final AtomicLong written = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile Optional<String> failure = Optional.empty();

  Delivery(LogDestination destination) {
    this.destination = destination;
  }

  void open() throws IOException {
    if (sink == null) {
      sink = destination.open();
      part++;
    }
  }

  /** Whether the run is written; if not, it was not at all, or its block is torn. */
  boolean deliver(StreamEncoder stream, Run run) {
    if (run.isEnd() && run.dropped() == 0 && stream.isUnused()) {
      return true;
    }
    try {
      open();
      write(stream, run);
      failure = Optional.empty();
      return true;
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e.toString());
      close();
      return false;
    }
  }

  private void write(StreamEncoder stream, Run run) throws IOException {
    int now = sink.part(run.bytes());
    if (now != sinkPart) {
      sinkPart = now;
      part++;
    }
    ByteBuffer[] block = stream.block(run, part);
    long length = 0;
    for (ByteBuffer piece : block) {
      length += piece.remaining();
    }
    sink.write(block);
    stream.written(run, part);
    written.addAndGet(run.events());
    bytes.addAndGet(length);
  }

  boolean force() {
    try {
      if (sink != null) {
        sink.force();
      }
      return true;
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e.toString());
      return false;
    }
  }

  void close() {
    try {
      if (sink != null) {
        sink.close();
      }
    } catch (IOException | RuntimeException e) {
      failure = Optional.of(e.toString());
    }
    sink = null;
  }

  Optional<String> failure() {
    return failure;
  }

  long written() {
    return written.get();
  }

  long bytes() {
    return bytes.get();
  }
}
