package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.instrumentation.spi",
        "requires java.xml",
        "requires transitive io.flowgauge.api",
        "exports io.flowgauge.instrumentation",
        "exports io.flowgauge.instrumentation.activity",
        "exports io.flowgauge.instrumentation.irl",
        "exports io.flowgauge.instrumentation.shared to"
            + " io.flowgauge.instrumentation.jvm, io.flowgauge.instrumentation.nativeprovider",
        "exports io.flowgauge.instrumentation.tracking",
        "exports io.flowgauge.instrumentation.xml",
        "uses io.flowgauge.instrumentation.InstrumentationProvider",
        "uses io.flowgauge.instrumentation.tracking.ProcessStarts");
  }
}
