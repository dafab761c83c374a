/** Logs OpenTelemetry spans in the event log, and shows measured load as OpenTelemetry metrics. */
@SuppressWarnings("requires-automatic") // OpenTelemetry offers only automatic modules.
module io.flowgauge.opentelemetry {
  requires com.fasterxml.jackson.core;
  requires io.flowgauge.events;
  requires transitive io.flowgauge.log;
  requires transitive io.flowgauge.resources;
  requires io.opentelemetry.api;
  requires io.opentelemetry.common;
  requires io.opentelemetry.context;
  requires io.opentelemetry.sdk.common;
  requires io.opentelemetry.sdk.trace;

  exports io.flowgauge.opentelemetry;
}
