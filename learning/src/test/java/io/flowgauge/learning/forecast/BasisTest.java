package io.flowgauge.learning.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BasisTest {
  @Test
  void toString_anyLocale_isTheSame() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(new Basis(4321, 1234, List.of(), Set.of()))
          .hasToString("4,321 runs, 1,234 of this workflow.");
    } finally {
      Locale.setDefault(before);
    }
  }
}
