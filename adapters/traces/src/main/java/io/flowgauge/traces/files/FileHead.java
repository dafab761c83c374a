package io.flowgauge.traces.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * The beginning of a file.
 *
 * @param text its first {@link TraceFile#HEAD_CHARS} characters, without a byte order mark; empty
 *     if it is neither text nor an event log
 * @param content what the file holds, in words, if that is not text
 */
public record FileHead(String text, Optional<String> content) {
  private static final int MAX_BYTES_PER_CHAR = 4;
  private static final String BINARY = "binary data";
  private static final String EVENT_LOG = "an event log in which no reader finds a run";

  /** First bytes of every block of an event log, decoded as Latin-1. */
  private static final String BLOCK = "\u00FAFGL\r\n\u001A\0";

  /**
   * Reads the beginning of a file, which is unpacked.
   *
   * @throws IOException if it cannot be read
   */
  public static FileHead of(Path file) throws IOException {
    int wanted = TraceFile.HEAD_CHARS * MAX_BYTES_PER_CHAR;
    byte[] bytes = Files.size(file) == 0 ? new byte[0] : start(file, wanted);
    Packing packing = Packing.of(bytes);
    if (packing != Packing.NONE) {
      return unpacked(file, packing, wanted);
    }
    Optional<String> content = content(bytes);
    boolean read = content.isEmpty() || content.get().equals(EVENT_LOG);
    return new FileHead(read ? decode(bytes, bytes.length < wanted) : "", content);
  }

  /** Is not called for empty files: some of the kernel's, such as {@code /proc/kmsg}, block. */
  private static byte[] start(Path file, int wanted) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(wanted);
    }
  }

  /**
   * Reads the head of a packed file. Event logs are not read as streams, so packed ones are not
   * read at all.
   */
  private static FileHead unpacked(Path file, Packing packing, int wanted) throws IOException {
    byte[] bytes = new byte[wanted];
    int count = 0;
    try (InputStream in = FileContent.open(file)) {
      for (int read = 0; read >= 0 && count < wanted; count += Math.max(read, 0)) {
        read = in.read(bytes, count, wanted - count);
      }
    } catch (TraceFormatException e) {
      if (count == 0) {
        return new FileHead("", Optional.of("damaged " + packing.program() + " data"));
      } // The part before the damage shows the format; reading the file will report the damage.
    }
    byte[] start = Arrays.copyOf(bytes, count);
    Optional<String> content = content(start);
    return new FileHead(
        content.isEmpty() ? decode(start, count < wanted) : "",
        content.map(what -> what + ", packed with " + packing.program() + " (unpack it first)"));
  }

  private static Optional<String> content(byte[] bytes) {
    if (bytes.length == 0) {
      return Optional.of("an empty file");
    }
    int first = bytes.length < 2 ? 0 : ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
    Optional<String> packed = UnreadPacking.of(bytes);
    if (packed.isPresent()) {
      return packed;
    }
    return switch (first) {
      case 0x504b -> zip(bytes);
      case 0xfeff, 0xfffe -> Optional.of("UTF-16 text (convert it to UTF-8 first)");
      default -> binary(bytes);
    };
  }

  /** Checks two more bytes, because a text may start with "PK". */
  private static Optional<String> zip(byte[] bytes) {
    boolean zip = bytes.length > 3 && bytes[2] < 9 && bytes[3] < 9;
    return zip ? Optional.of("a zip archive (unpack it first)") : binary(bytes);
  }

  private static Optional<String> binary(byte[] bytes) {
    for (byte b : bytes) {
      if (b == 0) {
        return Optional.of(new String(bytes, ISO_8859_1).contains(BLOCK) ? EVENT_LOG : BINARY);
      }
    }
    return Optional.empty();
  }

  /**
   * Decodes bytes as UTF-8. A character cut off by their end is left out, except at the end of the
   * file.
   */
  private static String decode(byte[] bytes, boolean whole) {
    CharsetDecoder decoder =
        UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    decoder.decode(ByteBuffer.wrap(bytes), text, whole);
    text.flip();
    int begin = text.hasRemaining() && text.get(0) == '\uFEFF' ? 1 : 0;
    int end = Math.min(text.limit(), begin + TraceFile.HEAD_CHARS);
    return text.subSequence(begin, end).toString();
  }
}
