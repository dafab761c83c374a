package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.archive",
        "requires io.flowgauge.database",
        "requires org.postgresql.jdbc",
        "requires org.slf4j",
        "requires transitive io.flowgauge.log",
        "requires transitive java.sql",
        "exports io.flowgauge.archive");
  }
}
