/** What a provider of dynamic instrumentation implements, and its user calls. */
@SuppressWarnings("module") // The modules that see the shared memory come later in the build.
module io.flowgauge.instrumentation.spi {
  requires transitive io.flowgauge.api;
  requires java.xml;

  exports io.flowgauge.instrumentation;
  exports io.flowgauge.instrumentation.activity;
  exports io.flowgauge.instrumentation.irl;
  exports io.flowgauge.instrumentation.shared to
      io.flowgauge.instrumentation.jvm,
      io.flowgauge.instrumentation.nativeprovider;
  exports io.flowgauge.instrumentation.tracking;
  exports io.flowgauge.instrumentation.xml;

  uses io.flowgauge.instrumentation.InstrumentationProvider;
  uses io.flowgauge.instrumentation.tracking.ProcessStarts;
}
