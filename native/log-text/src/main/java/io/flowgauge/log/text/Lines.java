package io.flowgauge.log.text;

import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The lines of an input, as bytes. Not thread-safe. */
final class Lines {
  private static final int INITIAL = 1 << 16;
  private static final int MAX_LINE = 1 << 24;

  private final InputStream in;
  private final String name;
  private byte[] bytes = new byte[INITIAL];
  private int filled;
  private int begin;
  private int end;
  private int next;
  private long number;

  Lines(InputStream in, String name) {
    this.in = in;
    this.name = name;
  }

  /**
   * Moves to the next line, whose line end may be missing at the end of the input; returns false if
   * there is none.
   */
  boolean next() throws IOException {
    begin = next;
    int at = begin;
    while (true) {
      while (at < filled && bytes[at] != '\n') {
        at++;
      }
      if (at < filled) {
        return setLine(at, at + 1);
      }
      int passed = at - begin;
      if (!fill()) {
        return passed > 0 && setLine(filled, filled);
      }
      at = begin + passed;
    }
  }

  private boolean setLine(int lineEnd, int nextBegin) {
    end = lineEnd;
    next = nextBegin;
    number++;
    return true;
  }

  /**
   * Reads more bytes after those of the line, which may be moved; returns false at the end of the
   * input.
   */
  private boolean fill() throws IOException {
    System.arraycopy(bytes, begin, bytes, 0, filled - begin);
    filled -= begin;
    begin = 0;
    next = 0;
    if (filled == bytes.length) {
      if (filled >= MAX_LINE) {
        passOver();
        throw new TraceFormatException(
            name, "line " + number, "more than " + MAX_LINE + " bytes", "a line end");
      }
      bytes = Arrays.copyOf(bytes, 2 * filled);
    }
    int read = in.read(bytes, filled, bytes.length - filled);
    filled += Math.max(read, 0);
    return read > 0;
  }

  /** Skips the rest of the line without keeping it. */
  private void passOver() throws IOException {
    int at = filled;
    while (at == filled && filled >= 0) {
      filled = in.read(bytes, 0, bytes.length);
      at = 0;
      while (at < filled && bytes[at] != '\n') {
        at++;
      }
    }
    filled = Math.max(filled, 0);
    setLine(Math.min(at, filled), Math.min(at + 1, filled));
  }

  byte[] bytes() {
    return bytes;
  }

  int begin() {
    return begin;
  }

  int end() {
    return end;
  }

  /** Skips bytes at the start of the line. */
  void skip(int count) {
    begin += count;
  }

  boolean startsWith(byte[] prefix) {
    return end - begin >= prefix.length
        && Arrays.equals(bytes, begin, begin + prefix.length, prefix, 0, prefix.length);
  }

  /** Returns the number of the line, counted from 1. */
  long number() {
    return number;
  }
}
