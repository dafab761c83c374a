package io.flowgauge.activation.collect;

import io.flowgauge.activation.collect.SpoolCounts.Kind;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.trigger.TriggerEntry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Selects the events that a request asks for, and appends them to its spool. Thread-safe. */
public final class Collector implements Closeable {
  /** Name of the spool in the folder of a request. */
  public static final String SPOOL = "spool";

  private static final String STREAMS = "streams.nlb";

  private final EventSelector selector;
  private final DerivedStreams streams;
  private final Spool spool;
  private final Consumer<String> failed;
  private boolean hasUnstoredStreams;

  /**
   * Creates a collector that continues after the events already in its folder.
   *
   * @param wanted which events to collect
   * @param first position at which a new spool begins
   * @param salt makes the ids of the consumer's logs differ from all others
   * @param limit most bytes to buffer
   * @param failed receives why a file of the spool could not be deleted
   */
  public Collector(
      TriggerEntry wanted,
      Path home,
      long first,
      long salt,
      long limit,
      SpoolFiles files,
      Consumer<String> failed)
      throws IOException {
    this.failed = failed;
    selector = new EventSelector(wanted);
    streams = new DerivedStreams(home.resolve(STREAMS), salt);
    Path buffer = Files.createDirectories(home.resolve(SPOOL));
    spool = new Spool(buffer, first, limit, files, streams::recover);
  }

  /**
   * Returns the spool in which the events wait for the consumer. Closing the collector closes it.
   */
  public Spool spool() {
    return spool;
  }

  /**
   * Collects from a block the events that the request asks for.
   *
   * @param missing number of events of its stream that were lost since the last block
   */
  public synchronized void accept(Source source, ReceivedBlock block, long missing) {
    // A committed block arrives again if the service was killed before its journal noted the block.
    if (!spool.isCommitted(block.header())) {
      take(source, block, missing);
      if (spool.hasUncommitted()) {
        spool.commit(block.header());
      }
    }
  }

  private void take(Source source, ReceivedBlock block, long missing) {
    DerivedStream stream = streams.of(source);
    countMissing(stream, missing);
    int unknown = selector.select(block, source.types(), draft -> buffer(stream, draft, source));
    countMissing(stream, unknown);
    if (block.header().end()) {
      end(stream, block.header());
    }
  }

  private void countMissing(DerivedStream stream, long events) {
    stream.drop(events);
    spool.count(Kind.MISSING, events);
  }

  private void buffer(DerivedStream stream, BlockDraft draft, Source source) {
    ByteBuffer block = stream.block(draft, source);
    if (makeRoom(block) && append(block, draft.events())) {
      stream.advancePast(draft);
    } else {
      stream.drop(draft.events());
      spool.count(Kind.REFUSED, draft.events());
    }
  }

  /**
   * Appends a block. If that fails, for example on a full disk, deletes what was delivered and
   * tries again.
   */
  private boolean append(ByteBuffer block, int events) {
    if (spool.append(block, events)) {
      return true;
    }
    reclaim(true);
    return spool.append(block, events);
  }

  private boolean makeRoom(ByteBuffer block) {
    if (!spool.hasRoom(block)) {
      reclaim(true);
    }
    return spool.hasRoom(block);
  }

  /**
   * Appends the block that ends a stream; it is so small that it is not refused for lack of room.
   */
  private void end(DerivedStream stream, BlockHeader origin) {
    if (!stream.needsEndBlock() || spool.append(stream.end(origin), 0)) {
      streams.remove(stream);
    }
  }

  /**
   * Deletes the files in which the consumer has acknowledged everything; if pressed for room, even
   * small ones.
   */
  public synchronized void reclaim(boolean pressed) {
    if (hasUnstoredStreams) {
      keepStreams();
    }
    if (spool.hasDeletableFiles(pressed)) {
      keepStreams();
      deleteDone();
    }
  }

  /**
   * Stores the places of the streams. If there is no room for them, the next {@link #reclaim} tries
   * again.
   */
  private void keepStreams() {
    try {
      streams.store();
      hasUnstoredStreams = false;
    } catch (IOException e) {
      hasUnstoredStreams = true;
    }
  }

  private void deleteDone() {
    try {
      spool.deleteAcknowledgedFiles();
    } catch (IOException e) {
      failed.accept(e.toString());
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      keepStreams();
    }
    spool.close();
  }
}
