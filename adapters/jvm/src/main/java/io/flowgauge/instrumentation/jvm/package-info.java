/**
 * Sensors on the methods of running Java processes. Entry: {@link
 * io.flowgauge.instrumentation.jvm.JvmProvider}, found by its name {@code jvm}.
 */
package io.flowgauge.instrumentation.jvm;
