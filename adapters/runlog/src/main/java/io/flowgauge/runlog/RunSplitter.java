package io.flowgauge.runlog;

import io.flowgauge.log.read.BlockReader;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.text.BinaryWriter;
import io.flowgauge.log.text.EventWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Sorts blocks of event logs by the runs whose events they hold: each run's events become blocks of
 * separate logs, which a {@link RunAssembly} elsewhere reassembles. Other events are ignored. Not
 * thread-safe.
 *
 * <p>Some time after a run has ended, it is forgotten, along with anything its processes still log.
 */
public final class RunSplitter {
  /**
   * Number of ended runs that are remembered, because other threads may still log events of them.
   */
  private static final int MOST_ENDED = 100;

  /** Well below the maximum size of a message in queues. */
  private static final int MOST_BYTES = 1 << 18;

  private final BiConsumer<String, byte[]> to;
  private final BlockReader blocks = new BlockReader();
  private final RunIntakes<Part> parts = new RunIntakes<>(run -> new Part(run.id()));
  private final Deque<Part> ended = new ArrayDeque<>();
  private long dropped;

  /** Dropped events that are not yet reported to any run. */
  private long unreported;

  /** The events of a run. */
  private final class Part implements RunEventConsumer {
    final String run;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final BinaryWriter writer = EventWriter.binary(bytes);

    Part(String run) {
      this.run = run;
    }

    @Override
    public void take(EventCursor event) {
      try {
        writer.write(event);
        if (bytes.size() > MOST_BYTES) {
          passOn();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e); // Cannot happen: it writes to memory.
      }
      if (event.schema().equals(RunSchemas.END)) {
        ended.remove(this);
        ended.add(this);
      }
    }

    @Override
    public void passOnComplete() {
      try {
        if (unreported > 0) {
          writer.missing(Optional.empty(), unreported);
        }
        writer.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      if (bytes.size() > 0) {
        passOn();
      }
    }

    private void passOn() {
      to.accept(run, bytes.toByteArray());
      bytes.reset();
    }
  }

  /**
   * Creates a splitter without runs.
   *
   * @param to receives the id of a run and blocks of its events, at most half a megabyte
   */
  public RunSplitter(BiConsumer<String, byte[]> to) {
    this.to = Objects.requireNonNull(to, "to");
  }

  /**
   * Sorts blocks, and passes on all their events.
   *
   * @param place their origin, for messages
   * @param pieces the pieces of whole blocks, in order; their positions move to their ends
   * @throws IllegalArgumentException if they are not whole blocks of an event log
   */
  public void add(Path place, ByteBuffer... pieces) {
    blocks.add(place, joined(pieces));
    EventCursor fresh = blocks.appended();
    try {
      while (fresh.next()) {
        if (fresh.schema().equals(RunSchemas.JOIN)) {
          parts.begin(fresh.int64(0), new LoggedRun(fresh.string(1), ""));
        }
        parts.take(fresh);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Cannot happen: the blocks are in memory.
    }
    countDropped();
    if (parts.passOnComplete()) {
      unreported = 0;
    }
    while (ended.size() > MOST_ENDED) {
      parts.forget(Lifelines.of(ended.remove().run));
    }
  }

  private static ByteBuffer joined(ByteBuffer... pieces) {
    int bytes = 0;
    for (ByteBuffer piece : pieces) {
      bytes += piece.remaining();
    }
    ByteBuffer whole = ByteBuffer.allocate(bytes);
    for (ByteBuffer piece : pieces) {
      whole.put(piece);
    }
    return whole.flip();
  }

  /**
   * Counts dropped events. It is unknown which runs they belonged to, so the loss is reported to
   * the runs of the next events.
   */
  private void countDropped() {
    long now = blocks.streams().stream().mapToLong(LogStream::dropped).sum();
    unreported += now - dropped;
    dropped = now;
  }

  @Override
  public String toString() {
    return "RunSplitter[" + parts.consumers().count() + " runs]";
  }
}
