package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "io.flowgauge.instrumentation.activity",
        "io.flowgauge.instrumentation.irl",
        "io.flowgauge.instrumentation.tracking",
        "io.flowgauge.instrumentation.xml");
  }
}
