package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.log4j",
        "requires io.flowgauge.events",
        "requires transitive org.apache.logging.log4j",
        "requires transitive org.apache.logging.log4j.core",
        "exports io.flowgauge.log4j",
        "opens io.flowgauge.log4j to org.apache.logging.log4j.core");
  }
}
