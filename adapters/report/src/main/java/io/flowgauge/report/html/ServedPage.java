package io.flowgauge.report.html;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.JsonDocument;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The page of {@link HtmlReport} without data. Its scripts fetch the data from the server that the
 * page came from, and nothing from elsewhere. Stateless and thread-safe.
 */
public final class ServedPage {
  private static final String CONNECT = "connect-src 'self'; ";

  private ServedPage() {}

  /**
   * Writes the page.
   *
   * @param styles further styles
   * @param scripts scripts that fetch and draw the data, in addition to those of the page
   * @param out receives the page
   * @throws IOException if it cannot be written
   */
  public static void write(String styles, String scripts, Appendable out) throws IOException {
    HtmlPage.Shell shell = new HtmlPage.Shell(CONNECT, "watch", styles, scripts, "");
    HtmlPage.write("Runs", shell, out);
  }

  /**
   * Writes the data of one run, in the form from which the page is drawn, as a JSON object in
   * UTF-8. The prediction is left out.
   *
   * @param report report of the run
   * @param out receives the object; stays open
   * @throws IOException if it cannot be written
   */
  public static void data(RunReport report, OutputStream out) throws IOException {
    JsonDocument.writeCompact(
        out, json -> new RunData(json, report, Extent.WITHOUT_PREDICTION).write());
  }
}
