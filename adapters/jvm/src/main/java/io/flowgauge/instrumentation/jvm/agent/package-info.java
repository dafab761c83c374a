/**
 * The part of the agent that the target's system class loader sees: its entry, which loads the rest
 * separately.
 */
package io.flowgauge.instrumentation.jvm.agent;
