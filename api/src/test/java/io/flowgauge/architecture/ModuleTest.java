package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "io.flowgauge",
        "io.flowgauge.analysis",
        "io.flowgauge.comparison",
        "io.flowgauge.history",
        "io.flowgauge.prediction",
        "io.flowgauge.run",
        "io.flowgauge.spi",
        "io.flowgauge.trace",
        "io.flowgauge.workflow");
  }
}
