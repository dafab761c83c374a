/** Receivers of what engines post over HTTP while their runs go on. */
module io.flowgauge.receivers {
  requires io.flowgauge.live;
  requires io.flowgauge.traces;

  provides io.flowgauge.live.RunReceiver with
      io.flowgauge.receivers.openlineage.OpenLineageReceiver,
      io.flowgauge.receivers.openlineage.OpenLineageBatchReceiver;
}
