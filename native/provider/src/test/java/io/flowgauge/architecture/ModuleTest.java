package io.flowgauge.architecture;

import io.flowgauge.testsupport.ModuleContract;

class ModuleTest extends ModuleContract {
  ModuleTest() {
    super(
        "module io.flowgauge.instrumentation.nativeprovider",
        "requires com.sun.jna",
        "requires transitive io.flowgauge.instrumentation.spi",
        "requires transitive io.flowgauge.log",
        "exports io.flowgauge.instrumentation.log",
        "provides io.flowgauge.instrumentation.InstrumentationProvider with"
            + " io.flowgauge.instrumentation.nativeprovider.NativeProvider",
        "provides io.flowgauge.instrumentation.tracking.ProcessStarts with"
            + " io.flowgauge.instrumentation.nativeprovider.KernelStarts");
  }
}
