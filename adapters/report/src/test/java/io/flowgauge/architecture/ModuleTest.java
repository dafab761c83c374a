package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "io.flowgauge.report.csv",
        "io.flowgauge.report.html",
        "io.flowgauge.report.json",
        "io.flowgauge.report.layout",
        "io.flowgauge.report.prediction",
        "io.flowgauge.report.table",
        "io.flowgauge.report.text");
  }
}
