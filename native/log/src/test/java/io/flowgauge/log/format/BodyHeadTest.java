package io.flowgauge.log.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyHeadTest {
  private static final int AT = 5;

  @ParameterizedTest
  @CsvSource({
    "1, 0, 3",
    "250, 65535, 3",
    "250, 65536, 6",
    "1, 4294967295, 6",
    "1, 4294967296, 12",
    "1, -1, 12",
    "251, 0, 12",
    "65535, 7, 12"
  })
  void put_typeAndDelta_takesTheShortestHead(int typeId, long delta, int bytes) {
    ByteBuffer to = ByteBuffer.allocate(32);

    assertThat(BodyHead.put(to, AT, typeId, 1000 + delta, 1000)).isEqualTo(bytes);
  }

  @Property
  void read_whatWasPut_isTheSame(
      @ForAll @IntRange(min = 1, max = BodyHead.MAX_TYPE) int typeId,
      @ForAll long previous,
      @ForAll long nanos,
      @ForAll @IntRange(max = 100_000) int delta,
      @ForAll boolean little)
      throws FormatException {
    ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    assertReadBack(order, typeId, previous, nanos);
    assertReadBack(order, typeId, previous, previous + delta);
  }

  private static void assertReadBack(ByteOrder order, int typeId, long previous, long nanos)
      throws FormatException {
    ByteBuffer bytes = ByteBuffer.allocate(32).order(order);
    int length = BodyHead.put(bytes, AT, typeId, nanos, previous);
    BodyHead head = new BodyHead();
    head.reset(previous);

    head.read(bytes, AT);

    assertThat(head.typeId()).isEqualTo(typeId);
    assertThat(head.nanos()).isEqualTo(nanos);
    assertThat(head.bytes()).isEqualTo(length);
  }

  @Test
  void put_shortHeads_areLaidOutAsDescribed() {
    ByteBuffer little = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer big = ByteBuffer.allocate(4).order(ByteOrder.BIG_ENDIAN);

    BodyHead.put(little, 0, 7, 0x1234, 0);
    BodyHead.put(big, 0, 7, 0x1234, 0);

    assertThat(little.array()).startsWith(7, 0x34, 0x12);
    assertThat(big.array()).startsWith(7, 0x12, 0x34);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 251, 252, 253})
  void read_unknownFirstByte_throws(int code) {
    ByteBuffer bytes = ByteBuffer.allocate(16).put(0, (byte) code);

    assertThatThrownBy(() -> new BodyHead().read(bytes, 0))
        .isInstanceOf(FormatException.class)
        .hasMessage("a message that begins with " + code);
  }
}
