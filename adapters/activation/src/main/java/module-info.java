/** The activation service. */
module io.flowgauge.activation {
  requires com.fasterxml.jackson.databind;
  requires io.flowgauge.api;
  requires io.flowgauge.log;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;

  exports io.flowgauge.activation;
}
