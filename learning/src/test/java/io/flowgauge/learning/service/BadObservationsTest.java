package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BadObservationsTest {
  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void newObservation_noTime_isRefused(double seconds) {
    Optional<String> none = Optional.empty();
    Work work = new Work("align", none, none, none, "run", InputSize.UNKNOWN);
    assertThatThrownBy(() -> new Observation(work, seconds))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("seconds of align must be 0 or more and finite, but are " + seconds);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY})
  void newInputSize_noSize_isRefused(double size) {
    assertThatThrownBy(() -> new InputSize(size, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("own bytes must be 0 or more and finite, but are " + size);
    assertThatThrownBy(() -> new InputSize(1, 1, size))
        .hasMessage("files must be 0 or more and finite, but are " + size);
  }
}
