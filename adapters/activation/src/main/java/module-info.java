/** The activation service, which switches on events of running applications and forwards them. */
@SuppressWarnings("module") // The module that receives the qualified export is built later.
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
