package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import io.flowgauge.log.sink.LogSinkProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A third-party destination, {@code test:PATH}: a file, but every second block throws. */
public final class TestSinks implements LogSinkProvider {
  /** Called by the service loader. */
  public TestSinks() {}

  @Override
  public String scheme() {
    return "test";
  }

  @Override
  public LogDestination destination(String address) {
    return () -> new Moody(Path.of(address));
  }

  private static final class Moody implements LogSink {
    private final FileChannel file;
    private boolean wrote;

    Moody(Path path) throws IOException {
      file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    @Override
    public void write(ByteBuffer... block) throws IOException {
      if (wrote) {
        throw new UncheckedIOException(new IOException("one block is enough"));
      }
      for (ByteBuffer piece : block) {
        file.write(piece);
      }
      wrote = true;
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
