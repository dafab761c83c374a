/** The event log. */
@SuppressWarnings("module") // The module that sees the format comes later in the build.
module io.flowgauge.log {
  requires com.fasterxml.jackson.core;
  requires transitive io.flowgauge.api;
  requires io.flowgauge.netlogger;
  requires java.xml;
  requires org.objectweb.asm;

  exports io.flowgauge.log;
  exports io.flowgauge.log.format to
      io.flowgauge.activation;
  exports io.flowgauge.log.plot;
  exports io.flowgauge.log.read;
  exports io.flowgauge.log.sink;
  exports io.flowgauge.log.text;
  exports io.flowgauge.log.trigger;
  exports io.flowgauge.log.write;

  uses io.flowgauge.log.sink.LogSinkProvider;
}
