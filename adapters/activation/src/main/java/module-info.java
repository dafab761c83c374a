/** The activation service. */
@SuppressWarnings("module") // The module to which a package is exported comes later in the build.
module io.flowgauge.activation {
  requires com.fasterxml.jackson.databind;
  requires io.flowgauge.api;
  requires io.flowgauge.log;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.transport;

  exports io.flowgauge.activation;
  exports io.flowgauge.activation.collect to
      io.flowgauge.sites;
}
