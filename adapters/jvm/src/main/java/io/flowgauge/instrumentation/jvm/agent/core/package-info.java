/**
 * The agent, in its own class loader inside the target, so that neither it nor ASM conflicts with
 * the target's classes. It communicates with the provider over a socket. Start at {@link
 * io.flowgauge.instrumentation.jvm.agent.core.Agent}.
 */
package io.flowgauge.instrumentation.jvm.agent.core;
