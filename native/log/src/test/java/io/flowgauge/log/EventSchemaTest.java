package io.flowgauge.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventSchemaTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a=b", "a\"b", "a\nb", "\u00a0", "\u2003x", "a\ud800"})
  void named_nameNoTextFormCanHold_throws(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventSchema.named(name))
        .withMessageContaining("event name must be");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "transfer.end", "NL.EVNT", "größe", "名前", "a-b_c/d:e"})
  void named_plainName_isKept(String name) {
    assertThat(EventSchema.named(name).build().name()).isEqualTo(name);
  }

  @Test
  void build_fieldNameTwice_throws() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventSchema.named("e").int32("x").constant("x", 1))
        .withMessage("event e has a field x already");
  }

  @Test
  void constant_ofOtherType_throws() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventSchema.named("e").constant("x", (short) 1))
        .withMessage("constant x must be of a field type, was java.lang.Short");
  }

  @Test
  void lifeline_twiceOrFloating_throws() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventSchema.named("e").lifeline("a").lifeline("b"))
        .withMessage("event e can have only one lifeline, and has a");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EventSchema.named("e").lifeline("a", FieldType.FLOAT64))
        .withMessage("lifeline a must be a whole number or a text, was float64");
  }
}
