/**
 * JSON as the trace formats need it: read front to back in bounded memory, every error naming its
 * path; written so that people can read it. Not exported.
 *
 * <p>Start at {@link io.flowgauge.model.json.JsonCursor#read}.
 */
package io.flowgauge.model.json;
