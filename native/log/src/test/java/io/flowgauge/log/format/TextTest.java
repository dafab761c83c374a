package io.flowgauge.log.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;

class TextTest {
  /** Any chars, including halves of surrogate pairs. */
  @Property
  void put_anyChars_writesWhatTheJdkEncodes(@ForAll @StringLength(max = 40) String text) {
    byte[] expected = text.getBytes(UTF_8);
    ByteBuffer to = ByteBuffer.allocate(256);

    int end = Text.put(to, 3, text, new byte[4]);

    assertThat(Text.bytes(text)).isEqualTo(expected.length);
    assertThat(end).isEqualTo(3 + Text.LENGTH_BYTES + expected.length);
    assertThat(Arrays.copyOfRange(to.array(), 3 + Text.LENGTH_BYTES, end)).isEqualTo(expected);
    assertThat(Text.get(to, 3)).isEqualTo(new String(expected, UTF_8));
  }

  /** Runs of plain chars, longer and shorter than the amount copied at once. */
  @Property
  void put_mostlyPlainChars_writesWhatTheJdkEncodes(
      @ForAll
          @StringLength(max = 60)
          @CharRange(from = 'a', to = 'z')
          @Chars({'\u007f', '\u0080', '\u00e9', '\ud83d', '\ude00'})
          String text) {
    put_anyChars_writesWhatTheJdkEncodes(text);
  }

  @Property
  void put_surrogates_writesWhatTheJdkEncodes(
      @ForAll @StringLength(max = 20) @CharRange(from = '\ud7f0', to = '\ue010') String text) {
    put_anyChars_writesWhatTheJdkEncodes(text);
  }
}
