package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Session;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file for a profile. What cannot be written is told at the end: the command that is measured is
 * to go on. Not thread-safe.
 */
final class ProfileFile extends Writer {
  private final Session session;
  private final Path path;
  private final Writer file;
  private IOException failure;

  private ProfileFile(Session session, Path path) throws IOException {
    this.session = session;
    this.path = path;
    this.file = Files.newBufferedWriter(path);
  }

  /** Opens it; null for none. */
  static ProfileFile open(Path path, Session session) throws IOException {
    return path == null ? null : new ProfileFile(session, path);
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
    attempt(() -> file.write(text, offset, length));
  }

  @Override
  public void flush() {
    attempt(file::flush);
  }

  @Override
  public void close() {
    attempt(file::close);
    if (failure != null) {
      session.tell(new IOException(path + ": " + failure.getMessage(), failure));
      failure = null;
    }
  }
}
