/** Receives data that engines post over HTTP during their runs. */
@SuppressWarnings(
    "requires-automatic") // The code generated from OTLP's definitions has no module descriptor.
module io.flowgauge.receivers {
  requires com.fasterxml.jackson.databind;
  requires com.google.protobuf;
  requires io.flowgauge.live;
  requires io.flowgauge.traces;
  requires io.opentelemetry.proto;

  provides io.flowgauge.live.RunReceiver with
      io.flowgauge.receivers.openlineage.OpenLineageReceiver,
      io.flowgauge.receivers.openlineage.OpenLineageBatchReceiver,
      io.flowgauge.receivers.otlp.OtlpReceiver;
}
