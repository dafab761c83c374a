package io.flowgauge.log.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BlockHeaderTest {
  private static final ClockAnchor ANCHOR = new ClockAnchor(5, 6);
  private static final BlockHeader.Sections SECTIONS = new BlockHeader.Sections(10, 20, 30, 40, 50);

  private static BlockHeader header(ByteOrder order, BlockHeader.Sections sections) {
    return new BlockHeader(order, false, -1L, 2, 3, 4, 7, 8, ANCHOR, 9, sections);
  }

  private static ByteBuffer encoded(BlockHeader header) {
    ByteBuffer bytes = ByteBuffer.allocate(BlockHeader.BYTES);
    header.encode(bytes);
    return bytes.flip().order(ByteOrder.BIG_ENDIAN);
  }

  @Test
  void decode_eitherByteOrder_isTheSame() throws FormatException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      BlockHeader header = header(order, SECTIONS);
      ByteBuffer bytes = encoded(header);

      assertThat(BlockHeader.decode(bytes)).isEqualTo(header);
      assertThat(bytes.order()).isEqualTo(order);
    }
  }

  @Test
  void encode_header_isLaidOutAsDescribed() {
    ByteBuffer bytes = encoded(header(ByteOrder.BIG_ENDIAN, SECTIONS));

    byte[] start = new byte[16];
    bytes.get(0, start);
    assertThat(start)
        .containsExactly(0xFA, 'F', 'G', 'L', '\r', '\n', 0x1A, 0, 1, 2, 1, 0, 0, 0, 0, 30);
    assertThat(bytes.getLong(16)).isEqualTo(-1);
    assertThat(bytes.getInt(24)).isEqualTo(2);
    assertThat(bytes.getInt(28)).isEqualTo(3);
    assertThat(bytes.getLong(32)).isEqualTo(4);
    assertThat(bytes.getLong(40)).isEqualTo(7);
    assertThat(bytes.getLong(48)).isEqualTo(5);
    assertThat(bytes.getLong(56)).isEqualTo(6);
    assertThat(bytes.getLong(64)).isEqualTo(9);
    assertThat(bytes.getInt(72)).isEqualTo(8);
    assertThat(bytes.getInt(76)).isEqualTo(10);
    assertThat(bytes.getInt(80)).isEqualTo(20);
    assertThat(bytes.getInt(84)).isEqualTo(40);
    assertThat(bytes.getInt(88)).isEqualTo(50);
  }

  @Property
  void decode_anyBitFlipped_throws(
      @ForAll @IntRange(max = BlockHeader.BYTES * 8 - 1) int bit, @ForAll boolean little) {
    ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    ByteBuffer bytes = encoded(header(order, SECTIONS));
    bytes.put(bit / 8, (byte) (bytes.get(bit / 8) ^ (1 << (bit % 8))));

    assertThatThrownBy(() -> BlockHeader.decode(bytes)).isInstanceOf(FormatException.class);
  }

  @Test
  void decode_otherVersion_saysWhich() {
    ByteBuffer bytes = encoded(header(ByteOrder.BIG_ENDIAN, SECTIONS)).put(8, (byte) 2);
    bytes.putInt(92, BlockHeader.checksum(bytes, 0, 92));

    assertThatThrownBy(() -> BlockHeader.decode(bytes))
        .isInstanceOf(FormatException.class)
        .hasMessage("a block of version 2");
  }

  @Test
  void decode_sectionTooLongOrMoreEventsThanBytes_throws() {
    for (BlockHeader.Sections sections :
        new BlockHeader.Sections[] {
          new BlockHeader.Sections(0, 0, BlockHeader.MAX_SECTION + 1, 0, 0),
          new BlockHeader.Sections(0, -1, 100, 0, 0),
          new BlockHeader.Sections(0, 0, 23, 0, 0)
        }) {
      ByteBuffer bytes = encoded(header(ByteOrder.BIG_ENDIAN, sections));

      assertThatThrownBy(() -> BlockHeader.decode(bytes))
          .isInstanceOf(FormatException.class)
          .hasMessage("a block header with impossible numbers");
    }
  }
}
