package io.flowgauge.metrics.render;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.spi.ComparisonRenderer;
import java.io.IOException;

/**
 * A comparison to be read: groups side by side, at most 100 columns wide. Immutable and
 * thread-safe.
 */
public final class TextComparison implements ComparisonRenderer {

  /** A renderer; {@link java.util.ServiceLoader} makes it. */
  public TextComparison() {}

  @Override
  public String format() {
    return "text";
  }

  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    new ComparisonText(comparison, out).write();
  }
}
