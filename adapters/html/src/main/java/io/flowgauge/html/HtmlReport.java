package io.flowgauge.html;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.spi.ReportRenderer;
import java.io.IOException;
import java.util.List;

/**
 * The report as one page with charts: a single file that holds its data, styles and scripts, and
 * that a browser opens from disk without asking a network for anything. Several runs are set side
 * by side.
 *
 * <p>All numbers come from the report; the page draws them. Immutable and thread-safe.
 */
public final class HtmlReport implements ReportRenderer {

  /** A renderer; {@link java.util.ServiceLoader} makes it. */
  public HtmlReport() {}

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
    HtmlPage.of(reports).write(out);
  }
}
