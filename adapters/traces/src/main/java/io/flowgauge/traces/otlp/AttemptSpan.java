package io.flowgauge.traces.otlp;

/**
 * A span to be written.
 *
 * @param attempt number of the attempt; 0 for an activity without events
 * @param last whether it is the activity's last span, which carries the phases
 */
record AttemptSpan(int activity, int attempt, boolean last, long id) {}
