package io.flowgauge.traces.otlp;

/**
 * What identifies a span: ids of spans are unique only within their trace.
 *
 * @param high first half of the id of the trace
 * @param low second half of it
 * @param span id of the span; 0 for none
 */
record SpanKey(long high, long low, long span) {}
