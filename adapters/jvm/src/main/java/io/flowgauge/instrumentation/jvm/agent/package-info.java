/**
 * What the target's system class loader sees of the agent: its entry, which loads the rest
 * separately.
 */
package io.flowgauge.instrumentation.jvm.agent;
