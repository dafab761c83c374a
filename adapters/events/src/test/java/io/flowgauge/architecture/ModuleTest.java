package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.events",
        "requires transitive io.flowgauge.log",
        "exports io.flowgauge.events to io.flowgauge.log4j, io.flowgauge.logback,"
            + " io.flowgauge.opentelemetry, io.flowgauge.slf4j");
  }
}
