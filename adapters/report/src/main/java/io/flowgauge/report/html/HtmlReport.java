package io.flowgauge.report.html;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.spi.ReportRenderer;
import java.io.IOException;
import java.util.List;

/**
 * Renders a report as one page with charts: a single file with its data, styles and scripts, which
 * a browser opens from disk without any network request. Several runs are shown side by side.
 *
 * <p>All numbers come from the report; the page only draws them. Immutable and thread-safe.
 */
public final class HtmlReport implements ReportRenderer {
  private final Extent extent;

  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
  public HtmlReport() {
    this(Extent.FULL);
  }

  private HtmlReport(Extent extent) {
    this.extent = extent;
  }

  /**
   * Creates a renderer that leaves out the prediction, which takes most of the time for a page with
   * thousands of activities.
   *
   * @return a renderer
   */
  public static HtmlReport withoutPrediction() {
    return new HtmlReport(Extent.WITHOUT_PREDICTION);
  }

  @Override
  public String format() {
    return "html";
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    render(List.of(report), out);
  }

  @Override
  public void render(List<RunReport> reports, Appendable out) throws IOException {
    HtmlPage.of(reports, extent).write(out);
  }
}
