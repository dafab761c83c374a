/**
 * What the target's system class loader sees of the agent: its entry, which loads all else apart.
 */
package io.flowgauge.instrumentation.jvm.agent;
