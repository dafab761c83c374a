/** Decides during a run which activities to examine, with what, and when to stop. */
module io.flowgauge.control {
  requires java.management;
  requires transitive io.flowgauge.log;
  requires transitive io.flowgauge.instrumentation;
  requires transitive io.flowgauge.live;

  exports io.flowgauge.control;
}
