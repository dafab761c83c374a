/**
 * The agent, in its own class loader inside the target, so that neither it nor ASM meets the
 * target's classes. Speaks with the provider over a socket.
 */
package io.flowgauge.instrumentation.jvm.agent.core;
