package io.flowgauge.spi;

import io.flowgauge.analysis.RunReport;
import java.io.IOException;
import java.util.List;

/**
 * Renders reports in one format. Implementations are found by {@link java.util.ServiceLoader}, and
 * are stateless and thread-safe.
 */
public interface ReportRenderer {

  /**
   * Name of the format, such as {@code text} or {@code json}.
   *
   * @return a lower-case word
   */
  String format();

  /**
   * Renders a report.
   *
   * @param report the report
   * @param out receives the text
   * @throws IOException if writing fails
   */
  void render(RunReport report, Appendable out) throws IOException;

  /**
   * Renders several reports as one document. By default, the reports follow one another, separated
   * by empty lines.
   *
   * @param reports the reports, one or more
   * @param out receives the text
   * @throws IOException if writing fails
   */
  default void render(List<RunReport> reports, Appendable out) throws IOException {
    String before = "";
    for (RunReport report : reports) {
      out.append(before);
      render(report, out);
      before = "\n\n";
    }
  }
}
