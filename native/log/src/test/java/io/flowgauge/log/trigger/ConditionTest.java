package io.flowgauge.log.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {
  private static final MathContext DIGITS = MathContext.DECIMAL64;

  private static boolean holds(String condition, long value) {
    return Condition.parse(condition).holds(value);
  }

  private static boolean holds(String condition, double value) {
    return Condition.parse(condition).holds(value);
  }

  @Test
  void holds_atTheThreshold_isAsTheSignSays() {
    assertThat(holds("n<5", 5)).isFalse();
    assertThat(holds("n<=5", 5)).isTrue();
    assertThat(holds("n>5", 5)).isFalse();
    assertThat(holds("n>=5", 5)).isTrue();
    assertThat(holds("n==5", 5)).isTrue();
    assertThat(holds("n!=5", 5)).isFalse();
  }

  @Test
  void holds_fractionOnWholeNumber_isExact() {
    assertThat(holds("n>0.5", 1)).isTrue();
    assertThat(holds("n>9007199254740992.5", 9007199254740992L)).isFalse();
    assertThat(holds("n>9007199254740992.5", 9007199254740993L)).isTrue();
    assertThat(holds("n<1e30", Long.MAX_VALUE)).isTrue();
    assertThat(holds("n<-1e30", Long.MIN_VALUE)).isFalse();
  }

  @Test
  void holds_notANumber_isOnlyUnequal() {
    for (Operator each : Operator.values()) {
      assertThat(holds("x" + each.sign() + "1", Double.NaN))
          .as(each.sign())
          .isEqualTo(each == Operator.NOT_EQUAL);
    }
  }

  @Property
  void holds_anyWholeNumbers_isThatOfJava(@ForAll long value, @ForAll long threshold) {
    assertThat(holds("n<" + threshold, value)).isEqualTo(value < threshold);
    assertThat(holds("n>=" + threshold, value)).isEqualTo(value >= threshold);
    assertThat(holds("n==" + threshold, value)).isEqualTo(value == threshold);
  }

  @Property
  void holds_anyRealNumbers_isThatOfJava(@ForAll double value, @ForAll double threshold) {
    Condition more = Condition.of("x", Operator.MORE, new BigDecimal(threshold).round(DIGITS));
    double rounded = more.number().doubleValue();
    assertThat(more.holds(value)).isEqualTo(value > rounded);
    assertThat(Condition.parse(more.toString())).isEqualTo(more);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "n", "n=5", "n>", ">5", "n>x", "n>5 ", "n>=<5", "a b>5", "n!5", "n>NaN"})
  void parse_noCondition_throws(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Condition.parse(text))
        .withMessageContaining("must be");
  }

  @Test
  void parse_longNumber_throws() {
    assertThatIllegalArgumentException().isThrownBy(() -> Condition.parse("n>" + "9".repeat(41)));
  }
}
