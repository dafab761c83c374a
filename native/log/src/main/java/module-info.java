/** The event log. */
@SuppressWarnings("module") // The modules that the format is exported to come later in the build.
module io.flowgauge.log {
  requires transitive io.flowgauge.api;
  requires io.flowgauge.clock;
  requires io.flowgauge.netlogger;
  requires org.objectweb.asm;

  exports io.flowgauge.log;
  exports io.flowgauge.log.format to
      io.flowgauge.activation,
      io.flowgauge.log.text;
  exports io.flowgauge.log.read;
  exports io.flowgauge.log.sink;
  exports io.flowgauge.log.trigger;
  exports io.flowgauge.log.write;

  uses io.flowgauge.log.sink.LogSinkProvider;
}
