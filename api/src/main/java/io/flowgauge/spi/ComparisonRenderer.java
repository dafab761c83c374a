package io.flowgauge.spi;

import io.flowgauge.comparison.Comparison;
import java.io.IOException;

/**
 * Renders comparisons of runs in one format. Implementations are found by {@link
 * java.util.ServiceLoader}, and are stateless and thread-safe.
 */
public interface ComparisonRenderer {

  /**
   * Name of the format, such as {@code text} or {@code json}.
   *
   * @return a lower-case word
   */
  String format();

  /**
   * Renders a comparison.
   *
   * @param comparison the comparison
   * @param out receives the text
   * @throws IOException if writing fails
   */
  void render(Comparison comparison, Appendable out) throws IOException;
}
