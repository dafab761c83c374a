package io.flowgauge.comparison;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.Processor;
import java.util.Set;
import java.util.TreeSet;

/** Finds the sites whose processors ran an activity of a run. */
final class SitesUsed {

  private SitesUsed() {}

  static Set<String> of(RunReport report) {
    var used = report.metrics().activitiesPerProcessor();
    Set<String> sites = new TreeSet<>();
    for (Processor processor : report.run().processors()) {
      if (!processor.site().isEmpty() && used.getOrDefault(processor.name(), 0) > 0) {
        sites.add(processor.site());
      }
    }
    return sites;
  }
}
