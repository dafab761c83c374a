package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.netlogger",
        "requires io.flowgauge.api",
        "exports io.flowgauge.netlogger");
  }
}
