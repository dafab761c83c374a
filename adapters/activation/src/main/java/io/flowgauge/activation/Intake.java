package io.flowgauge.activation;

import io.flowgauge.log.format.FormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Takes in the blocks of applications and hands them to the requests; by one thread only. */
final class Intake implements Closeable {
  private final SourceTable sources = new SourceTable();
  private final SourceJournal journal;
  private final Requests requests;
  private final LongAdder blocks = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder damaged = new LongAdder();
  private volatile Optional<String> failure = Optional.empty();

  Intake(Path folder, SpoolFiles files, Requests requests) throws IOException {
    journal = new SourceJournal(folder, files, sources);
    this.requests = requests;
  }

  /**
   * Takes a block in. One that is damaged is left out, and its events show as missing when the next
   * one comes; one that was here before is passed over.
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
      requests.all().forEach(request -> request.accept(source, block, missing));
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

  /** What came in so far. */
  IntakeCounts counts() {
    return new IntakeCounts(
        blocks.sum(), events.sum(), damaged.sum(), failure.or(requests::failure));
  }

  @Override
  public void close() throws IOException {
    journal.close();
  }
}
