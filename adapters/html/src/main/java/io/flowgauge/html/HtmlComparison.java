package io.flowgauge.html;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.spi.ComparisonRenderer;
import java.io.IOException;

/**
 * A comparison as one page with charts: a single file that holds its data, styles and scripts, and
 * that a browser opens from disk without asking a network for anything.
 *
 * <p>All numbers come from the comparison; the page draws them. Immutable and thread-safe.
 */
public final class HtmlComparison implements ComparisonRenderer {

  /** A renderer; {@link java.util.ServiceLoader} makes it. */
  public HtmlComparison() {}

  @Override
  public String format() {
    return "html";
  }

  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    HtmlPage.of(comparison).write(out);
  }
}
