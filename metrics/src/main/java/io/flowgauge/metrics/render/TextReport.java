package io.flowgauge.metrics.render;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.spi.ReportRenderer;
import java.io.IOException;

/**
 * The report to be read: at most 100 columns wide, the conclusion first, then what it rests on.
 * Times are in units fit for people, shares in percent. Immutable and thread-safe.
 */
public final class TextReport implements ReportRenderer {

  /** A renderer; {@link java.util.ServiceLoader} makes it. */
  public TextReport() {}

  @Override
  public String format() {
    return "text";
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    Page page = new Page(out);
    Heading heading = new Heading(report);
    heading.write(page);
    if (report.run().workflow().activityCount() > 0) {
      analyses(report, heading, page);
    }
    Remarks.write(report.diagnostics(), page);
  }

  private static void analyses(RunReport report, Heading heading, Page page) throws IOException {
    page.line("");
    new Verdict(report).write(page);
    heading.writeTimes(page);
    new OverheadTree(report, page).write();
    new PathTable(report.attribution(), report.run().workflow()).write(page);
    TypeTable.write(report.metrics().types(), page);
    new MetricList(report, page).write();
    SectionTable.write(report.overheads(), page);
  }
}
