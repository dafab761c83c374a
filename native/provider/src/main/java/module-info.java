/** The default provider of dynamic instrumentation, for native programs on x86-64 Linux. */
module io.flowgauge.instrumentation.nativeprovider {
  requires com.sun.jna;
  requires transitive io.flowgauge.instrumentation.spi;
  requires transitive io.flowgauge.log;

  exports io.flowgauge.instrumentation.log;

  provides io.flowgauge.instrumentation.InstrumentationProvider with
      io.flowgauge.instrumentation.nativeprovider.NativeProvider;
  provides io.flowgauge.instrumentation.ProcessStarts with
      io.flowgauge.instrumentation.nativeprovider.KernelStarts;
}
