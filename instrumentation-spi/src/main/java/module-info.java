/** What a provider of dynamic instrumentation implements, and the values it returns. */
@SuppressWarnings("module") // The modules that may use that package are built later.
module io.flowgauge.instrumentation.spi {
  requires transitive io.flowgauge.api;

  exports io.flowgauge.instrumentation;
  exports io.flowgauge.instrumentation.shared to
      io.flowgauge.instrumentation.jvm,
      io.flowgauge.instrumentation.nativeprovider;

  uses io.flowgauge.instrumentation.InstrumentationProvider;
}
