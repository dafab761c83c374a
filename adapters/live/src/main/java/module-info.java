/** Watches runs in progress. */
module io.flowgauge.live {
  requires transitive io.flowgauge.api;
  requires io.flowgauge.log;
  requires io.flowgauge.runlog;

  exports io.flowgauge.live;

  uses io.flowgauge.live.RunReceiver;
}
