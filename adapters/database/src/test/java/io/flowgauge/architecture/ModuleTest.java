package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.database",
        "requires java.logging",
        "requires transitive java.sql",
        "exports io.flowgauge.database to io.flowgauge.archive, io.flowgauge.store");
  }
}
