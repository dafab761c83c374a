/**
 * OpenTelemetry spans in the event log: {@link io.flowgauge.opentelemetry.EventLogSpanProcessor}
 * logs them as they begin and end, and {@link io.flowgauge.opentelemetry.LoggedSpan} reads them
 * back.
 *
 * <p>The lifeline {@code id} of all events of a span is its span id as a number, so that the log
 * can be plotted and followed as it is:
 *
 * <table>
 * <caption>Events of a span</caption>
 * <tr><th>event</th><th>fields after id</th></tr>
 * <tr><td>span.start</td><td>parent (span id, 0 for none), flags, trace (id in hexadecimal digits),
 *     name, kind, state (of the trace, as {@code k=v,k=v}), scope, version, schema (of the
 *     instrumentation scope)</td></tr>
 * <tr><td>span.event</td><td>index, time, total (number of attributes), name</td></tr>
 * <tr><td>span.link</td><td>index, span, flags, total, trace, state</td></tr>
 * <tr><td>span.attribute</td><td>index, part, owner ({@code span}, {@code event}, {@code link} or
 *     {@code resource}), key, type, value</td></tr>
 * <tr><td>span.resource</td><td>schema; the id is a number of the resource</td></tr>
 * <tr><td>span.end</td><td>start, time (both in nanoseconds since 1970, as the SDK knows them),
 *     resource, status (0 unset, 1 ok, -1 error), attributes, events, links (how many there
 *     were, including those over the SDK's limits), name (as it is at the end), message (of the
 *     status)</td></tr>
 * </table>
 *
 * <p>Attributes are further fields of span.event, span.link, span.resource and span.end, under
 * their own keys: texts as string, booleans as int32 0 or 1, longs as int64, doubles as float64.
 * Arrays are texts in JSON, with {@code [string]}, {@code [boolean]}, {@code [long]} or {@code
 * [double]} appended to the key; composed values are texts as OpenTelemetry writes them, with
 * {@code [value]} appended. Attributes that do not fit there, such as long texts and keys with
 * blanks, are logged before the event, as separate span.attribute events. Long texts come in parts:
 * a part of less than 15,999 characters is the last. Reading leaves out an attribute if a part of
 * it is missing because the log had no room for it.
 *
 * <p>{@link io.flowgauge.opentelemetry.ResourceGauges} shows measured load as metrics.
 */
package io.flowgauge.opentelemetry;
