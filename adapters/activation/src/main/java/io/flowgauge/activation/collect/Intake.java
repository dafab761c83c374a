package io.flowgauge.activation.collect;

import io.flowgauge.activation.IntakeCounts;
import io.flowgauge.log.format.FormatException;
import io.netty.channel.ChannelHandler;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Takes in the blocks of applications and passes them to the requests. Used by one thread only. */
public final class Intake implements Closeable {
  private final SourceTable sources = new SourceTable();
  private final SourceJournal journal;
  private final BlockSink sink;
  private final LongAdder blocks = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder damaged = new LongAdder();
  private volatile Optional<String> failure = Optional.empty();

  /**
   * Resumes with what was known of the streams before.
   *
   * @param folder where the places of the streams are kept
   * @param sink where the blocks go
   */
  public Intake(Path folder, SpoolFiles files, BlockSink sink) throws IOException {
    journal = new SourceJournal(folder, files, sources);
    this.sink = sink;
  }

  /**
   * The pipeline of an application's connection: handlers for one connection, the first to see its
   * bytes first.
   */
  public ChannelHandler[] handlers() {
    return new ChannelHandler[] {new BlockDecoder(), new IntakeHandler(this)};
  }

  /**
   * Takes in a block. Skips a damaged block, whose events count as missing when the next one comes,
   * and a block that was received before.
   */
  void accept(ReceivedBlock block) {
    if (!block.isSound()) {
      damaged();
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
      damaged(); // Events of types that are not known will show as missing.
    }
  }

  /** Notes bytes that are no block, or a damaged one. */
  void damaged() {
    damaged.increment();
  }

  /** Counts of what came in so far. */
  public IntakeCounts counts() {
    return new IntakeCounts(blocks.sum(), events.sum(), damaged.sum(), failure.or(sink::failure));
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
