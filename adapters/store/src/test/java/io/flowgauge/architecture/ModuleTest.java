package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.store",
        "requires io.flowgauge.database",
        "requires java.sql",
        "requires transitive io.flowgauge.api",
        "exports io.flowgauge.store",
        "uses io.flowgauge.trace.RunReader",
        "uses io.flowgauge.trace.RunWriter");
  }
}
