package io.flowgauge.activation.collect;

import io.flowgauge.activation.IntakeCounts;
import io.flowgauge.log.format.FormatException;
import io.netty.channel.ChannelHandler;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Receives the blocks of applications and passes them to the requests. Used by one thread only. */
public final class Intake implements Closeable {
  private final SourceTable sources = new SourceTable();
  private final SourceJournal journal;
  private final BlockSink sink;
  private final LongAdder blocks = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder damaged = new LongAdder();
  private volatile Optional<String> failure = Optional.empty();

  /**
   * Creates an intake that continues with the stored state of the streams.
   *
   * @param folder where the state of the streams is stored
   * @param sink where the blocks go
   */
  public Intake(Path folder, SpoolFiles files, BlockSink sink) throws IOException {
    journal = new SourceJournal(folder, files, sources);
    this.sink = sink;
  }

  /** Returns new handlers for one connection of an application, in the order of its pipeline. */
  public ChannelHandler[] handlers() {
    return new ChannelHandler[] {new BlockDecoder(), new IntakeHandler(this)};
  }

  /**
   * Handles a block. Skips a block that was received before, and a damaged block, whose events
   * count as missing once the next one arrives.
   */
  void accept(ReceivedBlock block) {
    if (!block.isSound()) {
      countDamaged();
      return;
    }
    Source source = sources.of(block.header());
    if (source.isNew(block.header())) {
      describe(source, block);
      long missing = source.advance(block.header());
      sink.accept(source, block, missing);
      journal.append(source, block);
      failure = journal.failure();
      blocks.increment();
      events.add(block.header().events());
    }
  }

  private void describe(Source source, ReceivedBlock block) {
    try {
      source.describe(block);
    } catch (FormatException e) {
      countDamaged(); // Events of types that stay unknown will count as missing.
    }
  }

  /** Counts a damaged block, or bytes that are not a block. */
  void countDamaged() {
    damaged.increment();
  }

  /** Returns the counts of what has arrived so far. */
  public IntakeCounts counts() {
    return new IntakeCounts(blocks.sum(), events.sum(), damaged.sum(), failure.or(sink::failure));
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
