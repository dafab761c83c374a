/** Receives OpenTelemetry's spans as exporters send them: OTLP over HTTP. */
package io.flowgauge.receivers.otlp;
