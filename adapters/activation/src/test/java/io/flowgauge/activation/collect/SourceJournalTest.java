package io.flowgauge.activation.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceJournalTest {
  /** Size above which a journal is rewritten. */
  private static final long LARGE = 8 << 20;

  @TempDir private Path folder;
  private final Set<RandomAccessFile> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean isFull;

  /** A file on a disk that can be full. */
  private final class Limited extends RandomAccessFile {
    Limited(Path path) throws IOException {
      super(path.toFile(), "rw");
      open.add(this);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (isFull) {
        throw new IOException("No space left on device");
      }
      super.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      open.remove(this);
      super.close();
    }
  }

  @Test
  void append_toALargeJournalOnAFullDisk_leavesNoFileOpen() throws Exception {
    SourceTable sources = new SourceTable();
    ReceivedBlock block = ReceivedBlock.of(ByteBuffer.wrap(EmptyBlocks.of(1)));
    Source source = sources.of(block.header());
    try (SourceJournal journal = new SourceJournal(folder, Limited::new, sources)) {
      while (open.iterator().next().length() <= LARGE) {
        journal.append(source, block);
      }
      isFull = true;
      for (int k = 0; k < 100; k++) {
        journal.append(source, block);
      }
      assertThat(journal.failure()).isPresent();
      assertThat(open).hasSize(1);
      isFull = false;
      journal.append(source, block);
      assertThat(journal.failure()).isEmpty();
    }
    assertThat(open).isEmpty();
  }
}
