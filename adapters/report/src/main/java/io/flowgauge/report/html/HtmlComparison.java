package io.flowgauge.report.html;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.spi.ComparisonRenderer;
import java.io.IOException;

/**
 * Renders a comparison as one page with charts: a single file with its data, styles and scripts,
 * which a browser opens from disk without any network request.
 *
 * <p>All numbers come from the comparison; the page only draws them. Immutable and thread-safe.
 */
public final class HtmlComparison implements ComparisonRenderer {

  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
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
