package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "io.flowgauge.log",
        "io.flowgauge.log.read",
        "io.flowgauge.log.sink",
        "io.flowgauge.log.trigger",
        "io.flowgauge.log.write");
  }
}
