/**
 * The code that instrumented methods call, in the target's bootstrap class loader, where classes of
 * every loader see it. It uses nothing of the JDK that may itself carry a sensor, allocates nothing
 * on its way through a call, and never throws into the program.
 */
package io.flowgauge.instrumentation.jvm.sensor;
