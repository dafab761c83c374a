package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventForm;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;

/** A growing log of lines; a line is read once it is complete. */
final class FollowedText implements FollowedFile {
  private final RandomAccessFile file;
  private final TextLog.Events events;
  private long size;

  FollowedText(LogFiles.LogFile log, Session session) throws IOException {
    if (log.form() == EventForm.XML) {
      throw new WrongUsageException(
          "-f follows binary logs and logs of lines, but " + log.path() + " is XML");
    }
    file = new RandomAccessFile(log.path().toFile(), "r");
    LogDamage damage = new LogDamage(session);
    events =
        new TextLog(log.path().toString(), log.form(), () -> new WholeLines(file))
            .open(damage::found);
  }

  @Override
  public EventCursor appended() {
    return events.cursor();
  }

  @Override
  public boolean isCutBack(long now) {
    boolean isShorter = now < size;
    size = now;
    return isShorter;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /**
   * Reads up to the last line end, and reports the end of the stream there until another line end
   * is written.
   */
  private static final class WholeLines extends InputStream {
    private static final int CHUNK = 1 << 16;

    private final RandomAccessFile file;
    private final byte[] chunk = new byte[CHUNK];
    private long position;
    private long end;

    WholeLines(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (position == end) {
        findEnd();
      }
      if (position == end) {
        return -1;
      }
      file.seek(position);
      int read = file.read(into, offset, (int) Math.min(length, end - position));
      position += Math.max(read, 0);
      return read;
    }

    /** Searches for line ends until a part of the file has one, or the file ends. */
    private void findEnd() throws IOException {
      long at = position;
      while (end == position) {
        file.seek(at);
        int read = file.read(chunk);
        if (read < 0) {
          return;
        }
        for (int k = 0; k < read; k++) {
          if (chunk[k] == '\n') {
            end = at + k + 1;
          }
        }
        at += read;
      }
    }
  }
}
