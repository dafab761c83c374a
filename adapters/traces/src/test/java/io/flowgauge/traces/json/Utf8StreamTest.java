package io.flowgauge.traces.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares the stream with the platform's decoder. */
class Utf8StreamTest {
  private static final byte[] MORE = {(byte) 0x80, (byte) 0xBF};

  /** Which bytes may follow depends only on the byte before, so pairs cover all cases. */
  @Example
  void read_anyTwoBytesAndTheirRest_failsWhereTheDecoderDoes() throws IOException {
    int wellFormed = 0;
    for (int pair = 0; pair <= 0xFFFF; pair++) {
      byte[] bytes = {(byte) (pair >> Byte.SIZE), (byte) pair, MORE[pair & 1], MORE[0], 'a'};
      for (int length = 1; length <= bytes.length; length++) {
        byte[] some = Arrays.copyOf(bytes, length);
        assertThat(passes(some, 2)).as(Arrays.toString(some)).isEqualTo(isUtf8(some));
        wellFormed += isUtf8(some) ? 1 : 0;
      }
    }
    assertThat(wellFormed).isGreaterThan(0x8000);
  }

  @Property(tries = 500)
  void read_texts_passesAllOn(
      @ForAll String text,
      @ForAll @IntRange(min = 1, max = 40) int piece,
      @ForAll @IntRange(max = 60) int plain)
      throws IOException {
    byte[] bytes = ("a".repeat(plain) + text + "b".repeat(plain)).getBytes(StandardCharsets.UTF_8);
    assertThat(read(bytes, piece)).isEqualTo(bytes);
  }

  @Example
  void read_bytesAlone_isTheSame() throws IOException {
    try (Utf8Stream in =
        new Utf8Stream(new ByteArrayInputStream("né".getBytes(StandardCharsets.UTF_8)))) {
      assertThat(in.read()).isEqualTo('n');
      assertThat(in.read()).isEqualTo(0xC3);
      assertThat(in.read()).isEqualTo(0xA9);
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  private static boolean passes(byte[] bytes, int piece) throws IOException {
    try {
      return Arrays.equals(read(bytes, piece), bytes);
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Reads in pieces, so that characters are split. */
  private static byte[] read(byte[] bytes, int piece) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[piece + 2];
    try (Utf8Stream in = new Utf8Stream(new ByteArrayInputStream(bytes))) {
      for (int n = in.read(some, 1, piece); n >= 0; n = in.read(some, 1, piece)) {
        all.write(some, 1, n);
      }
    }
    return all.toByteArray();
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
