package io.flowgauge.resources;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A reusable buffer that reads and parses one kernel file after another without allocating objects.
 * Not thread-safe.
 */
final class KernelText {
  private static final int CAPACITY = 1 << 16;

  /** The largest buffer: room for the files of a machine with thousands of processors. */
  private static final int LARGEST = 1 << 22;

  private ByteBuffer buffer = ByteBuffer.allocateDirect(CAPACITY);
  private byte[] bytes = new byte[CAPACITY];
  private int length;
  private int at;

  /** Reads a short text, which the kernel returns in one read. */
  void readLine(FileChannel file) throws IOException {
    buffer.clear();
    take(Math.max(0, file.read(buffer, 0)));
  }

  /** Reads a text of any length. */
  void readAll(FileChannel file) throws IOException {
    buffer.clear();
    int read = file.read(buffer, 0);
    while (read > 0) {
      if (!buffer.hasRemaining() && buffer.capacity() < LARGEST) {
        grow();
      }
      read = buffer.hasRemaining() ? file.read(buffer, buffer.position()) : 0;
    }
    take(buffer.position());
  }

  private void grow() {
    ByteBuffer larger = ByteBuffer.allocateDirect(buffer.capacity() * 2);
    larger.put(buffer.flip());
    buffer = larger;
    bytes = new byte[larger.capacity()];
  }

  private void take(int count) {
    buffer.flip();
    buffer.get(bytes, 0, count);
    length = count;
    at = 0;
  }

  /** Whether something is left to parse. */
  boolean hasMore() {
    return at < length;
  }

  /** Whether the unparsed text begins with a text of single-byte characters. */
  boolean startsWith(String text) {
    if (at + text.length() > length) {
      return false;
    }
    for (int k = 0; k < text.length(); k++) {
      if (bytes[at + k] != text.charAt(k)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the rest of this line contains a digit. */
  boolean hasNumber() {
    for (int k = at; k < length && bytes[k] != '\n'; k++) {
      if (isDigit(bytes[k])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reads the next whole number in this line, skipping anything else before it; 0 if there is none.
   */
  long number() {
    while (at < length && !isDigit(bytes[at]) && bytes[at] != '\n') {
      at++;
    }
    long number = 0;
    while (at < length && isDigit(bytes[at])) {
      number = number * 10 + bytes[at] - '0';
      at++;
    }
    return number;
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  /**
   * Reads the next word of this line, without leading blanks, up to one of the given characters.
   */
  String word(String ends) {
    while (at < length && bytes[at] == ' ') {
      at++;
    }
    int from = at;
    while (at < length && bytes[at] != '\n' && ends.indexOf(bytes[at]) < 0) {
      at++;
    }
    return new String(bytes, from, at - from, ISO_8859_1);
  }

  /** Moves past the next occurrence of a text in this line, or to its end; whether it was found. */
  boolean skipPast(String text) {
    while (at < length && bytes[at] != '\n') {
      if (startsWith(text)) {
        at += text.length();
        return true;
      }
      at++;
    }
    return false;
  }

  /** Moves to the start of the next line. */
  void nextLine() {
    while (at < length && bytes[at] != '\n') {
      at++;
    }
    at = Math.min(length, at + 1);
  }
}
