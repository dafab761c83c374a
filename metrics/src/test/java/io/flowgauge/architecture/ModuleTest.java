package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.metrics",
        "requires com.fasterxml.jackson.core",
        "requires org.apache.commons.statistics.descriptive",
        "requires org.apache.commons.statistics.distribution",
        "requires org.apache.commons.statistics.inference",
        "requires transitive io.flowgauge.model",
        "exports io.flowgauge.metrics.render to io.flowgauge.cli, io.flowgauge.html",
        "provides io.flowgauge.spi.AnalysisProvider with io.flowgauge.metrics.AnalysisService",
        "provides io.flowgauge.spi.ComparisonProvider with"
            + " io.flowgauge.metrics.comparison.ComparisonService",
        "provides io.flowgauge.spi.ComparisonRenderer with "
            + "io.flowgauge.metrics.render.JsonComparison, "
            + "io.flowgauge.metrics.render.TextComparison",
        "provides io.flowgauge.spi.ReportRenderer with "
            + "io.flowgauge.metrics.render.JsonReport, io.flowgauge.metrics.render.TextReport");
  }
}
