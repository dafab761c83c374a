package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The streams of one request. Their places are stored in a file, so that they keep counting after
 * all their blocks have been delivered and deleted; for blocks that are still in the spool, the
 * places follow from the blocks. Not thread-safe.
 */
final class DerivedStreams {
  private static final int MAX_STREAMS = 8192;
  private static final float LOAD = 0.75f;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private final Path file;

  /** Makes the ids of logs differ from those of the applications and of other requests. */
  private final long salt;

  /** In order of access, so that the stream that was silent longest comes first. */
  private final Map<StreamKey, DerivedStream> streams =
      new LinkedHashMap<>(16, LOAD, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<StreamKey, DerivedStream> eldest) {
          return size() > MAX_STREAMS;
        }
      };

  DerivedStreams(Path file, long salt) throws IOException {
    this.file = file;
    this.salt = salt;
    if (Files.exists(file)) {
      load();
    }
  }

  private void load() throws IOException {
    ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
    for (int at = 0; at < all.limit(); at += BlockHeader.BYTES) {
      load(all.slice(at, all.limit() - at), at);
    }
  }

  private void load(ByteBuffer from, int at) throws IOException {
    try {
      BlockHeader kept = BlockHeader.decode(from);
      of(StreamKey.of(kept)).resume(StreamPlace.decode(kept));
    } catch (FormatException e) {
      throw new TraceFormatException(
          file.toString(), "byte " + at, e.getMessage(), "the place of a stream");
    }
  }

  /** Returns the part of an application's stream that the request gets. */
  DerivedStream of(Source source) {
    StreamKey key = source.key();
    return of(new StreamKey(key.log() ^ salt, key.stream()));
  }

  private DerivedStream of(StreamKey key) {
    return streams.computeIfAbsent(key, DerivedStream::new);
  }

  /** Restores the place of a stream from a block found in the spool. */
  void recover(BlockHeader block) {
    DerivedStream stream = of(StreamKey.of(block));
    stream.resume(StreamPlace.after(block));
    if (block.end()) {
      remove(stream);
    }
  }

  /** Forgets a stream that has ended. */
  void remove(DerivedStream stream) {
    streams.remove(stream.key());
  }

  /** Stores the places, which must be done before blocks are deleted. */
  void store() throws IOException {
    ByteBuffer all = ByteBuffer.allocate(streams.size() * BlockHeader.BYTES);
    for (DerivedStream stream : streams.values()) {
      stream.place().encode(stream.key(), ORDER, BlockHeader.Sections.NONE).encode(all);
    }
    StateFiles.replace(file, all.array());
  }
}
