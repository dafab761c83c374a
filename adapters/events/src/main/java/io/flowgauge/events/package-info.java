/**
 * Events whose fields vary from one to the next: the messages of logging libraries and the spans of
 * tracing libraries.
 */
package io.flowgauge.events;
