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
 * A file for a profile, which keeps its previous content until there is a profile. Failures to
 * write are reported at the end, because the measured command must continue. Not thread-safe.
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

  /** Opens the file; returns null if the path is null. */
  static ProfileFile open(Path path, Session session) throws IOException {
    if (path == null) {
      return null;
    }
    NewFile.checkName(path); // Standard output belongs to the command.
    return new ProfileFile(session, path);
  }

  /** Work that may fail. */
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
