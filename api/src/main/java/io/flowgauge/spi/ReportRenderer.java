package io.flowgauge.spi;

import io.flowgauge.analysis.RunReport;
import java.io.IOException;

/**
 * Renders reports in one format. Implementations are found by {@link java.util.ServiceLoader}, are
 * stateless and thread-safe.
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
   * @param out where to
   * @throws IOException if writing fails
   */
  void render(RunReport report, Appendable out) throws IOException;
}
