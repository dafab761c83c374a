/**
 * Events put together from fields that vary from one to the next, for what comes from elsewhere:
 * the messages of logging libraries and the spans of tracing ones.
 */
package io.flowgauge.events;
