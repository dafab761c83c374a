/**
 * Logs events. A call makes a few stores into a ring of its thread, without allocation or locks; a
 * background thread turns the events into blocks and writes them.
 *
 * <p>Start at {@link io.flowgauge.log.write.EventLog}.
 */
package io.flowgauge.log.write;
