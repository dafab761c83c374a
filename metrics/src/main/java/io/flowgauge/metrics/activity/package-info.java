/**
 * Times of single activities (SPEC §4.1–4.2): how the time from first event to end splits into
 * classes.
 *
 * <p>{@link io.flowgauge.metrics.activity.RunTimes} holds what all analyses of a run share, {@link
 * io.flowgauge.metrics.activity.ActivityTimes} looks at one activity at a time.
 */
package io.flowgauge.metrics.activity;
