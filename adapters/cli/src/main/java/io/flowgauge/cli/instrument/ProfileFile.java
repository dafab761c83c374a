package io.flowgauge.cli.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file for a profile, which keeps what it held until there is a profile. What cannot be written
 * is reported at the end, as the measured command has to go on. Not thread-safe.
 */
final class ProfileFile extends Writer {
  private final Session session;
  private final Path path;
  private final FileChannel channel;
  private final Writer file;
  private boolean isBegun;
  private IOException failure;

  private ProfileFile(Session session, Path path) throws IOException {
    this.session = session;
    this.path = path;
    this.channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    this.file = Channels.newWriter(channel, UTF_8);
  }

  /** Opens it; null for none. */
  static ProfileFile open(Path path, Session session) throws IOException {
    if (path == null) {
      return null;
    }
    NewFile.checkName(path); // Standard output is the command's.
    return new ProfileFile(session, path);
  }

  /** Something that may fail. */
  private interface Work {
    void run() throws IOException;
  }

  private void attempt(Work work) {
    try {
      work.run();
    } catch (IOException e) {
      failure = failure == null ? e : failure;
    }
  }

  @Override
  public void write(char[] text, int offset, int length) {
    attempt(
        () -> {
          if (!isBegun) {
            channel.truncate(0);
          }
          isBegun = true;
          file.write(text, offset, length);
        });
  }

  @Override
  public void flush() {
    attempt(file::flush);
  }

  @Override
  public void close() {
    attempt(file::close);
    if (failure != null) {
      session.report(new IOException(path + ": " + failure.getMessage(), failure));
      failure = null;
    }
  }
}
