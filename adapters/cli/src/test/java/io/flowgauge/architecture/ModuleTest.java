package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.cli",
        "requires info.picocli",
        "requires io.flowgauge.api",
        "requires io.flowgauge.metrics",
        "requires io.flowgauge.model",
        "requires jdk.jshell",
        "uses io.flowgauge.spi.ReportRenderer",
        "uses io.flowgauge.trace.RunReader",
        "opens io.flowgauge.cli to info.picocli");
  }
}
