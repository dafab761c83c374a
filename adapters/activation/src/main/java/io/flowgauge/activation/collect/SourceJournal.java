package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The known state of all applications' streams, stored for restarts: for each block, the identity
 * and types it describes, and the place after it. Each record is a block without events, so that it
 * can be read like any other block. Not thread-safe.
 */
final class SourceJournal implements Closeable {
  private static final long MAX_BYTES = 8L << 20;
  private static final int HEADERS = 1 << 17;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private final Path folder;
  private final SpoolFiles files;
  private final SourceTable sources;
  private Segment segment;
  private Optional<String> failure = Optional.empty();

  /** Opens the journal in a folder, and fills a table from it. */
  SourceJournal(Path folder, SpoolFiles files, SourceTable sources) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.files = files;
    this.sources = sources;
    segment = new Segment(folder, 0, files);
    segment.recover(block -> {}); // Cuts off a torn record.
    replay();
    compact();
  }

  private void replay() throws IOException {
    long at = 0;
    while (at < segment.size()) {
      ReceivedBlock block = segment.block(at);
      Source source = sources.of(block.header());
      describe(source, block);
      source.resume(StreamPlace.decode(block.header()));
      at += block.header().blockBytes();
    }
  }

  private static void describe(Source source, ReceivedBlock block) {
    try {
      source.describe(block);
    } catch (FormatException e) {
      return; // Cannot happen: only what could be read was recorded.
    }
  }

  /** Records a block that was received. */
  void append(Source source, ReceivedBlock block) {
    try {
      if (segment.size() > MAX_BYTES) {
        compact();
      }
      BlockHeader.Sections from = block.header().sections();
      segment.append(
          record(source, block.header().order(), block.descriptors(), from.identityBytes()));
      failure = Optional.empty();
    } catch (IOException e) {
      failure = Optional.of(e.toString()); // Until a restart, the state in memory suffices.
    }
  }

  /** Returns why the last block could not be recorded; empty if it was recorded. */
  Optional<String> failure() {
    return failure;
  }

  private static ByteBuffer record(
      Source source, ByteOrder order, ByteBuffer descriptors, int identityBytes) {
    int headers = descriptors.remaining() - identityBytes;
    int crc = BlockHeader.checksum(descriptors, descriptors.position(), descriptors.remaining());
    var sections = new BlockHeader.Sections(identityBytes, headers, 0, crc, 0);
    ByteBuffer record = ByteBuffer.allocate(BlockHeader.BYTES + descriptors.remaining());
    source.place().encode(source.key(), order, sections).encode(record);
    return record.put(descriptors).flip();
  }

  /** Rewrites the journal without outdated records. */
  private void compact() throws IOException {
    Path fresh = Files.createDirectories(folder.resolve("new"));
    Segment written = new Segment(fresh, 0, files);
    try (written) { // On a full disk, this is tried for each block.
      written.clear();
      Set<Long> described = new HashSet<>();
      for (Source source : sources.all()) {
        write(source, described.add(source.key().log()), written);
      }
      written.force(); // Otherwise its new name may reach the disk before its content.
    }
    segment.close();
    Files.move(written.path(), segment.path(), StandardCopyOption.ATOMIC_MOVE);
    segment = new Segment(folder, 0, files);
  }

  private static void write(Source source, boolean withTypes, Segment to) throws IOException {
    byte[] identity = source.identity(ORDER);
    to.append(record(source, ORDER, ByteBuffer.wrap(identity), identity.length));
    if (withTypes) {
      for (ByteBuffer headers : headers(source.types())) {
        to.append(record(source, ORDER, headers, 0));
      }
    }
  }

  /** Returns all header messages, in pieces of moderate size. */
  private static List<ByteBuffer> headers(LogTypes types) {
    List<ByteBuffer> pieces = new ArrayList<>();
    ByteBuffer piece = ByteBuffer.allocate(HEADERS).order(ORDER);
    for (HeaderMessage type : types.all()) {
      if (piece.remaining() < type.bytes()) {
        pieces.add(piece.flip());
        piece = ByteBuffer.allocate(HEADERS).order(ORDER);
      }
      type.encode(piece);
    }
    pieces.add(piece.flip());
    return pieces;
  }

  @Override
  public void close() throws IOException {
    segment.close();
  }
}
