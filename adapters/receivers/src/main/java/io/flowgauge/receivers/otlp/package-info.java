/**
 * Receives OpenTelemetry spans as exporters send them, in OTLP over HTTP. Start at {@link
 * io.flowgauge.receivers.otlp.OtlpReceiver}.
 */
package io.flowgauge.receivers.otlp;
