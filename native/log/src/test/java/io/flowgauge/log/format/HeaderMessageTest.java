package io.flowgauge.log.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class HeaderMessageTest {
  @Provide
  Arbitrary<EventSchema> schemas() {
    return Schemas.any();
  }

  @Property
  void decode_whatWasEncoded_isTheSame(
      @ForAll("schemas") EventSchema schema,
      @ForAll @IntRange(min = 1, max = BodyHead.MAX_TYPE) int typeId,
      @ForAll boolean little)
      throws FormatException {
    HeaderMessage message = new HeaderMessage(typeId, schema);
    ByteBuffer bytes = ByteBuffer.allocate(message.bytes());
    bytes.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);

    message.encode(bytes);

    assertThat(bytes.remaining()).isZero();
    assertThat(HeaderMessage.decode(bytes.flip())).isEqualTo(message);
  }

  @Property
  void decode_anyByteChanged_throwsNothingElse(
      @ForAll("schemas") EventSchema schema, @ForAll int where, @ForAll byte what) {
    HeaderMessage message = new HeaderMessage(1, schema);
    ByteBuffer bytes = ByteBuffer.allocate(message.bytes());
    message.encode(bytes);
    bytes.flip().put(Math.floorMod(where, bytes.limit()), what);

    try {
      HeaderMessage.decode(bytes);
    } catch (FormatException e) {
      assertThat(e).hasMessageStartingWith("a ");
    }
  }

  @Test
  void encode_testEventOfThePaper_isLaidOutAsDescribed() {
    EventSchema schema = EventSchema.named("E").int32("I").lifeline("L").constant("C", "x").build();
    ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.BIG_ENDIAN);

    new HeaderMessage(9, schema).encode(bytes);

    byte[] expected = {
      0, 28, 0, 9, 0, 2, 0, 1, 0, 2, 0, 1, 'E', 1, 0, 1, 'I', 2, 0, 1, 'L', 5, 0, 1, 'C', 0, 1, 'x'
    };
    assertThat(bytes.array()).startsWith(expected);
    assertThat(bytes.position()).isEqualTo(expected.length);
  }

  @Test
  void decode_typeZero_throws() {
    ByteBuffer bytes = ByteBuffer.allocate(64);
    new HeaderMessage(0, EventSchema.named("E").build()).encode(bytes);

    assertThatThrownBy(() -> HeaderMessage.decode(bytes.flip()))
        .isInstanceOf(FormatException.class)
        .hasMessage("a header message with impossible numbers");
  }

  @Test
  void decode_cutOff_saysSo() {
    ByteBuffer bytes = ByteBuffer.allocate(64);
    new HeaderMessage(1, EventSchema.named("E").build()).encode(bytes);

    assertThatThrownBy(() -> HeaderMessage.decode(bytes.flip().limit(bytes.limit() - 1)))
        .isInstanceOf(FormatException.class)
        .hasMessage("a header message that ends early");
  }
}
