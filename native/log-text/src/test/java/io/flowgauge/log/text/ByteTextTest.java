package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteTextTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteText text = new ByteText(out);

  private String written() throws IOException {
    text.flush();
    String all = out.toString(UTF_8);
    out.reset();
    return all;
  }

  @Property
  void number_long_isThatOfTheJdk(@ForAll long value) throws IOException {
    text.number(value);
    assertThat(written()).isEqualTo(Long.toString(value));
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        9,
        10,
        99,
        100,
        2147483647L,
        -2147483648L,
        2147483648L,
        -2147483647L,
        4294967301L
      })
  void number_atTheEdgesOfInt_isThatOfTheJdk(long value) throws IOException {
    text.number(value);
    assertThat(written()).isEqualTo(Long.toString(value));
  }

  @Property
  void padded_anyInt_hasZerosBefore(@ForAll @IntRange(max = 999_999_999) int value)
      throws IOException {
    text.padded(value, 9);
    assertThat(written()).isEqualTo(String.format("%09d", value));
  }

  @Test
  void number_smallestLong_isThatOfTheJdk() throws IOException {
    text.number(Long.MIN_VALUE);
    assertThat(written()).isEqualTo("-9223372036854775808");
  }

  @Property
  void number_anyDoubleBits_readsBackAsTheSame(@ForAll long bits) throws IOException {
    double value = Double.longBitsToDouble(bits);
    text.number(value);
    assertThat(Double.valueOf(written())).isEqualTo(Double.valueOf(value));
  }

  @Property
  void number_anyFloatBits_readsBackAsTheSame(@ForAll int bits) throws IOException {
    float value = Float.intBitsToFloat(bits);
    text.number(value);
    assertThat(Float.valueOf(written())).isEqualTo(Float.valueOf(value));
  }

  @Property
  void number_decimals_readBackAsTheSame(
      @ForAll int millionths, @ForAll @IntRange(min = 1, max = 1_000_000) int scale)
      throws IOException {
    double value = millionths / (double) scale;
    text.number(value);
    assertThat(Double.valueOf(written())).isEqualTo(Double.valueOf(value));
    text.number((float) value);
    assertThat(Float.valueOf(written())).isEqualTo(Float.valueOf((float) value));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.0",
    "-0.0, -0.0",
    "1.5, 1.5",
    "-0.25, -0.25",
    "0.000001, 0.000001",
    "1e-7, 1.0E-7",
    "999999999, 999999999.0",
    "1e9, 1.0E9",
    "0.1, 0.1",
    "NaN, NaN",
    "-Infinity, -Infinity"
  })
  void number_double_isShort(double value, String expected) throws IOException {
    text.number(value);
    assertThat(written()).isEqualTo(expected);
  }

  @Test
  void put_moreThanTheBuffer_isWritten() throws IOException {
    byte[] much = "x".repeat(200_000).getBytes(UTF_8);
    text.put('a');
    text.put(much);
    text.padded(7, 3);
    assertThat(written()).hasSize(200_004).startsWith("axx").endsWith("xx007");
  }
}
