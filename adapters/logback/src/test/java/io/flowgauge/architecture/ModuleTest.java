package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.logback",
        "requires io.flowgauge.events",
        "requires org.slf4j",
        "requires transitive ch.qos.logback.classic",
        "requires transitive ch.qos.logback.core",
        "exports io.flowgauge.logback");
  }
}
