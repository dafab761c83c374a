package io.flowgauge.report.text;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.spi.ComparisonRenderer;
import java.io.IOException;

/**
 * Renders a comparison as text for a terminal: groups side by side, at most 100 columns wide.
 * Immutable and thread-safe.
 */
public final class TextComparison implements ComparisonRenderer {

  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
  public TextComparison() {}

  @Override
  public String format() {
    return "text";
  }

  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    new ComparisonSections(comparison, out).write();
  }
}
