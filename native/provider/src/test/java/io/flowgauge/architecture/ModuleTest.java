package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.instrumentation.nativeprovider",
        "requires transitive io.flowgauge.instrumentation.spi");
  }
}
