package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import io.flowgauge.log.ring.RingFiles;
import io.flowgauge.log.ring.RingSnapshot;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** An index of a reader's files: blocks by stream, and types by log. Not thread-safe. */
final class LogIndex implements Closeable {
  private final List<FollowedLog> logs = new ArrayList<>();
  private final List<RingFolder> rings = new ArrayList<>();
  private final Map<StreamId, StreamIndex> streams = new LinkedHashMap<>();
  private final Map<Long, TypeTable> types = new LinkedHashMap<>();
  private final List<LogLoss> descriptorLosses = new ArrayList<>();
  private ByteBuffer buffer = ByteBuffer.allocate(4096);

  /** Adds a log with its rings, a folder of rings, or a ring. */
  void add(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      add(RingFolder.of(path));
    } else if (RingFolder.isRing(path)) {
      add(RingFolder.ofFiles(List.of(path)));
    } else {
      addLog(path);
      add(RingFolder.of(RingFiles.folder(path)));
    }
  }

  void addLog(Path path) throws IOException {
    logs.add(new FollowedLog(path));
  }

  void add(RingFolder folder) {
    rings.add(folder);
  }

  /**
   * Adds what the files hold by now. The rings are read first, so that events that leave them in
   * the meantime are found in the logs.
   */
  void refresh() throws IOException {
    for (RingFolder folder : rings) {
      folder.refresh();
    }
    for (FollowedLog log : logs) {
      log.scan(this::add);
    }
    streams.values().forEach(StreamIndex::clearRing);
    for (RingFolder folder : rings) {
      folder.types((log, type) -> types(log).add(type));
      for (RingFolder.Seen seen : folder.seen()) {
        addRing(seen, folder);
      }
    }
  }

  private void addRing(RingFolder.Seen seen, RingFolder folder) {
    RingSnapshot ring = seen.ring();
    RingBlocks made = blocksNotInLogs(seen);
    made.loss().ifPresent(folder::addLoss);
    if (made.hasSomething()) {
      StreamIndex stream = stream(ring.header().log(), ring.state().stream());
      stream.setRing(ring, made.blocks());
      if (stream.source().isEmpty()) {
        source(ring).ifPresent(stream::setSource);
      }
    }
  }

  /** Returns the part of a ring that the logs do not hold. */
  RingBlocks blocksNotInLogs(RingFolder.Seen seen) {
    long log = seen.ring().header().log();
    StreamId key = new StreamId(log, seen.ring().state().stream());
    StreamIndex known = streams.getOrDefault(key, new StreamIndex(key, types(log)));
    return RingBlocks.of(seen.path(), seen.ring(), known);
  }

  private static Optional<StreamIdentity> source(RingSnapshot ring) {
    try {
      return Optional.of(IdentitySection.decode(ring.identity().duplicate().order(ring.order())));
    } catch (FormatException e) {
      return Optional.empty();
    }
  }

  private TypeTable types(long log) {
    return types.computeIfAbsent(log, key -> new TypeTable());
  }

  private StreamIndex stream(long log, int stream) {
    return streams.computeIfAbsent(
        new StreamId(log, stream), key -> new StreamIndex(key, types(key.log())));
  }

  /** Adds a block with the identity and the types that it describes. */
  void add(BlockRef block) throws IOException {
    BlockHeader header = block.header();
    StreamIndex stream = stream(header.log(), header.stream());
    stream.add(block);
    if (header.sections().descriptorBytes() > 0) {
      describe(block, stream);
    }
  }

  private void describe(BlockRef block, StreamIndex stream) throws IOException {
    try {
      ByteBuffer from = block.descriptors(buffer);
      buffer = from;
      if (block.header().sections().identityBytes() > 0) {
        stream.setSource(IdentitySection.decode(from));
      }
      while (from.hasRemaining()) {
        stream.types().add(HeaderMessage.decode(from));
      }
    } catch (FormatException e) {
      if (!block.isDamaged()) {
        descriptorLosses.add(block.descriptorLoss(e.getMessage()));
      }
    }
  }

  private boolean isInRing(BlockHeader block) {
    StreamIndex stream = streams.get(new StreamId(block.log(), block.stream()));
    return stream != null && stream.isInRing(block);
  }

  /** Merges a cursor over each stream, in order of time. */
  EventCursor merged(Function<StreamIndex, Optional<BlockCursor>> cursor) {
    List<BlockCursor> cursors =
        streams.values().stream().map(cursor).flatMap(Optional::stream).toList();
    return cursors.size() == 1 ? cursors.get(0) : new MergedCursor(cursors);
  }

  Collection<StreamIndex> streams() {
    return streams.values();
  }

  List<EventSchema> schemas() {
    return types.values().stream().flatMap(TypeTable::schemas).distinct().toList();
  }

  List<LogLoss> losses() throws IOException {
    List<LogLoss> all = new ArrayList<>();
    for (FollowedLog log : logs) {
      all.addAll(log.losses(this::isInRing));
    }
    all.addAll(descriptorLosses);
    rings.forEach(folder -> all.addAll(folder.losses()));
    streams.values().forEach(stream -> stream.losses(all::add));
    return all;
  }

  @Override
  public void close() throws IOException {
    for (FollowedLog log : logs) {
      log.close();
    }
    for (RingFolder folder : rings) {
      folder.close();
    }
  }

  @Override
  public String toString() {
    return logs.size() + " files, " + streams.size() + " streams";
  }
}
