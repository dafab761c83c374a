/** Sends events of runs through Kafka and assembles the runs of many machines from them. */
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // Kafka's client is not a module.
module io.flowgauge.kafka {
  requires io.flowgauge.report;
  requires io.flowgauge.runlog;
  requires org.apache.commons.statistics.distribution;
  requires transitive io.flowgauge.api;
  requires transitive io.flowgauge.live;
  requires transitive io.flowgauge.log;
  requires transitive kafka.clients;

  exports io.flowgauge.fleet;
  exports io.flowgauge.kafka;

  provides io.flowgauge.log.sink.LogSinkProvider with
      io.flowgauge.kafka.KafkaSinkProvider;
}
