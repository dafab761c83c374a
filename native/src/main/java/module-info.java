/** The default provider of dynamic instrumentation, and the binary logger. */
module io.flowgauge.instrumentation.nativeprovider {
  requires transitive io.flowgauge.instrumentation.spi;
}
