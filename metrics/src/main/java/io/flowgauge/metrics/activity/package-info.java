/**
 * Times of single activities (definitions, "Ideal time" and "One activity"): how the time from
 * first event to end splits into classes.
 *
 * <p>{@link io.flowgauge.metrics.activity.RunTimes} holds the data shared by all analyses of a run;
 * {@link io.flowgauge.metrics.activity.ActivityTimes} looks at one activity at a time.
 */
package io.flowgauge.metrics.activity;
