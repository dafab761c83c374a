package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Blocks that arrive in memory. */
class BlockReaderTest {
  private static final int THREADS = 100;
  private static final Path PLACE = Path.of("here");

  private final List<ByteBuffer> blocks = new ArrayList<>();

  /** Keeps the blocks. */
  private LogSink sink() {
    return new LogSink() {
      @Override
      public void write(ByteBuffer... pieces) {
        ByteBuffer block = ByteBuffer.allocate(1 << 16);
        for (ByteBuffer piece : pieces) {
          block.put(piece);
        }
        blocks.add(block.flip());
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  private static long read(BlockReader reader) throws IOException {
    long events = 0;
    for (EventCursor fresh = reader.appended(); fresh.next(); ) {
      events++;
    }
    return events;
  }

  /** A program that starts threads for years must not keep something for each of them. */
  @Test
  void appended_streamsThatEnded_areForgottenButNotReadAgain() throws Exception {
    LogDestination here = this::sink;
    try (EventLog log = EventLog.to(here).open()) {
      DeclaredEvent event = log.declare(EventSchema.named("e").build());
      for (int k = 0; k < THREADS; k++) {
        Thread thread = new Thread(event::log);
        thread.start();
        thread.join();
        log.flush();
      }
    }
    BlockReader reader = new BlockReader();
    long events = 0;
    for (ByteBuffer block : blocks) {
      reader.add(PLACE, block);
      events += read(reader);
    }
    assertThat(events).isEqualTo(THREADS);

    assertThat(read(reader)).isZero();
    assertThat(reader).hasToString("BlockReader[0 streams]");
    assertThat(reader.streams()).singleElement().matches(sum -> sum.events() == THREADS);
    for (ByteBuffer block : blocks) {
      reader.add(PLACE, block);
    }
    assertThat(read(reader)).isZero();
    assertThat(reader.losses()).isEmpty();
  }
}
