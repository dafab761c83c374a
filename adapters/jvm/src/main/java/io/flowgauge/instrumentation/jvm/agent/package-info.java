/**
 * The part of the agent that is visible to the target's system class loader: its entry {@link
 * io.flowgauge.instrumentation.jvm.agent.AgentMain}, which loads the rest with a class loader of
 * its own.
 */
package io.flowgauge.instrumentation.jvm.agent;
