package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.instrumentation.jvm",
        "requires transitive io.flowgauge.instrumentation.spi",
        "requires java.instrument",
        "requires java.management",
        "requires jdk.attach",
        "requires net.bytebuddy",
        "exports io.flowgauge.instrumentation.jvm",
        "provides io.flowgauge.instrumentation.InstrumentationProvider with"
            + " io.flowgauge.instrumentation.jvm.JvmProvider");
  }
}
