package io.flowgauge.model.otlp;

/**
 * A span to be written.
 *
 * @param activity index of the activity
 * @param attempt number of the attempt; 0 for an activity that left no event
 * @param last whether it is the activity's last, which has the phases
 * @param id id of the span
 */
record AttemptSpan(int activity, int attempt, boolean last, long id) {}
