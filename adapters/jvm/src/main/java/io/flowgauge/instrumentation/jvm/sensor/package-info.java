/**
 * The code that instrumented methods call. It is in the target's bootstrap class loader, where
 * classes of every loader see it. It uses nothing of the JDK that may itself have a sensor,
 * allocates nothing during a call, and never throws into the program. Start at {@link
 * io.flowgauge.instrumentation.jvm.sensor.Sensors}.
 */
package io.flowgauge.instrumentation.jvm.sensor;
