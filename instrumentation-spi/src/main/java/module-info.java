/** What a provider of dynamic instrumentation implements. */
module io.flowgauge.instrumentation.spi {
  requires transitive io.flowgauge.api;
}
