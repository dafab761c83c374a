/**
 * Turns profiles of an activity's processes into its measured communication, synchronization and
 * input/output. Entry: {@link io.flowgauge.instrumentation.activity.ActivityPhases}.
 */
package io.flowgauge.instrumentation.activity;
