package io.flowgauge.report.text;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.wording.Heading;
import io.flowgauge.report.wording.MakespanVerdict;
import io.flowgauge.spi.ReportRenderer;
import java.io.IOException;

/**
 * Renders a report as text for a terminal: at most 100 columns wide, the conclusion first, then the
 * figures behind it. Times are in readable units, shares in percent. Immutable and thread-safe.
 */
public final class TextReport implements ReportRenderer {

  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
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
    DiagnosticList.write(report.diagnostics(), page);
  }

  private static void analyses(RunReport report, Heading heading, Page page) throws IOException {
    page.line("");
    new MakespanVerdict(report).write(page);
    heading.writeTimes(page);
    new OverheadTree(report, page).write();
    new CriticalPathTable(report.attribution(), report.run().workflow()).write(page);
    ActivityTypeTable.write(report.metrics().types(), page);
    new MetricList(report, page).write();
    SectionTable.write(report.overheads(), page);
  }
}
