/** Live runs as text, JSON and a page. */
module io.flowgauge.watch {
  requires transitive io.flowgauge.live;
  requires io.flowgauge.report;

  exports io.flowgauge.watch;
}
