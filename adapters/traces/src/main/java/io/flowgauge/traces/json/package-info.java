/**
 * JSON for the trace formats: read sequentially in bounded memory, with the path in every error;
 * written indented. Not exported.
 *
 * <p>Start at {@link io.flowgauge.traces.json.JsonCursor#read}.
 */
package io.flowgauge.traces.json;
