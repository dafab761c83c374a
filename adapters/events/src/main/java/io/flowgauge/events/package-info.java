/**
 * Logs events whose fields vary from one to the next, such as messages of logging libraries and
 * spans of tracing libraries. Start at {@link io.flowgauge.events.LooseEvents}, or at {@link
 * io.flowgauge.events.MessageLog} for messages.
 */
package io.flowgauge.events;
