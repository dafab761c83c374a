package io.flowgauge.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunValuesTest {
  private static final Quantity PATH = new Quantity(Kind.CRITICAL_PATH, "", "ideal", Unit.SECONDS);
  private static final Quantity MEAN = new Quantity(Kind.TYPE, "align", "mean", Unit.SECONDS);
  private static final Quantity TOTAL = new Quantity(Kind.TYPE, "align", "total", Unit.SECONDS);

  @Test
  void of_listAndNumbers_isTheSameAsTheirMap() {
    QuantityList list = QuantityList.of(List.of(TOTAL, MEAN, PATH, MEAN));
    DoubleBuffer numbers = DoubleBuffer.wrap(new double[] {0, 1, 2, 3, 4}, 1, 3);
    RunValues shared = RunValues.of("run", Set.of("vienna", "linz"), list, numbers);
    numbers.position(3);
    RunValues mapped =
        RunValues.of("run", Set.of("linz", "vienna"), Map.of(PATH, 1.0, TOTAL, 3.0, MEAN, 2.0));

    assertThat(list.quantities()).containsExactly(PATH, MEAN, TOTAL);
    assertThat(shared).isEqualTo(mapped).hasSameHashCodeAs(mapped).hasToString(mapped.toString());
    assertThat(shared.values())
        .containsExactly(Map.entry(PATH, 1.0), Map.entry(MEAN, 2.0), Map.entry(TOTAL, 3.0));
    assertThat(shared.value(MEAN)).hasValue(2);
    assertThat(shared.valueAt(list.position(TOTAL))).isEqualTo(3);
    assertThat(shared).isNotEqualTo(RunValues.of("run", shared.sites(), Map.of(PATH, 1.0)));
  }

  @Test
  void values_whatIsMissing_isNotThere() {
    RunValues values = RunValues.of("run", Set.of(), Map.of(PATH, 1.0));
    assertThat(values.value(MEAN)).isEmpty();
    assertThat(values.quantities().position(MEAN)).isEqualTo(-1);
    assertThat(values.values()).doesNotContainKey(MEAN).doesNotContainValue(2.0).hasSize(1);
    assertThat(values.values().get(MEAN)).isNull();
    assertThatThrownBy(() -> values.values().put(MEAN, 2.0))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> values.values().remove(PATH))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void of_wrongNumbers_isRefused() {
    QuantityList list = QuantityList.of(List.of(PATH));
    DoubleBuffer nan = DoubleBuffer.wrap(new double[] {Double.NaN});
    assertThatThrownBy(() -> RunValues.of("run", Set.of(), list, DoubleBuffer.allocate(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values must be one for each of 1 quantities, but are 2");
    assertThatThrownBy(() -> RunValues.of("run", Set.of(), list, nan))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("critical-path/ideal of run run must be finite, but is NaN");
    Map<Quantity, Double> infinite = Map.of(MEAN, Double.POSITIVE_INFINITY);
    assertThatThrownBy(() -> RunValues.of("run", Set.of(), infinite))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("type/align/mean of run run must be finite, but is Infinity");
  }
}
