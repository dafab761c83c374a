/** The default provider of dynamic instrumentation. */
module io.flowgauge.instrumentation.nativeprovider {
  requires transitive io.flowgauge.instrumentation.spi;
}
