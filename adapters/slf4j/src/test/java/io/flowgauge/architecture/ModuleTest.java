package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.slf4j",
        "requires io.flowgauge.events",
        "requires transitive org.slf4j",
        "exports io.flowgauge.slf4j",
        "provides org.slf4j.spi.SLF4JServiceProvider with io.flowgauge.slf4j.EventLogProvider");
  }
}
