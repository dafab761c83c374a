/**
 * OTLP JSON, the file encoding of OpenTelemetry spans: reader and writer.
 *
 * <p>A file holds one object with {@code resourceSpans}, or one per line, as collectors write it.
 * Times are nanoseconds as decimal strings or numbers, ids are hexadecimal; ids in base64, as
 * Protocol Buffers tools write them, are read too.
 *
 * <p><b>Which spans are activities.</b> If any span has the attribute {@code
 * flowgauge.activity.id}, the spans with that attribute. Otherwise the spans that links connect
 * (the innermost ones, if nested) and, of the others, those without children. Spans inside an
 * activity are its phases; spans around activities are not activities. {@code parentSpanId} means
 * nesting only: dependencies come from links, from the span that a link names to the span that has
 * the link. If one span without a parent encloses all others, the run starts with it, and is over
 * when it ends; the same applies to a span with {@code flowgauge.run}.
 *
 * <p><b>Events of an activity.</b> A span is one attempt: ACTIVE at its start, COMPLETED or, with
 * status 2, FAILED at its end. Span events add more: {@code started}, {@code submitted}, {@code
 * pending} or {@code queued}, {@code active}, {@code suspended}, {@code resumed}, {@code
 * completed}, {@code failed}, {@code aborted}, each also with the prefix {@code flowgauge.}. With
 * any of the events up to {@code active}, the start of the span is the start of the attempt, not
 * ACTIVE.
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><th>attribute</th><th>of</th><th>meaning</th></tr>
 * <tr><td>host.name, k8s.node.name</td><td>resource</td><td>the processor</td></tr>
 * <tr><td>flowgauge.processor.speed, .slots, .site</td><td>resource</td><td>its properties</td></tr>
 * <tr><td>flowgauge.activity.id, .type, .kind, .iteration, .index</td><td>span</td><td>the activity,
 *     and its place in the order of the run</td></tr>
 * <tr><td>flowgauge.attempt</td><td>span</td><td>number of the attempt, 1 by default</td></tr>
 * <tr><td>flowgauge.wallclock_ns, .ideal_ns, .phase_time_ns.NAME</td><td>span</td><td>measured and ideal time, and times of phases without a place</td></tr>
 * <tr><td>flowgauge.phase, flowgauge.service, flowgauge.run</td><td>span</td><td>true for a phase,
 *     a service, or the run</td></tr>
 * <tr><td>flowgauge.time_base, .start_ns, .end_ns, .recorded_makespan_ns</td><td>span of the run</td><td>as in a
 *     run document; the start only if it is not after 1970</td></tr>
 * <tr><td>flowgauge.unrecorded_start</td><td>span of the run</td><td>true if the span starts with the
 *     earliest event because no start was recorded</td></tr>
 * <tr><td>cicd.pipeline.task.run.id, cicd.pipeline.task.name, cicd.pipeline.task.run.result</td>
 *     <td>span</td><td>id, type and outcome by OpenTelemetry's conventions; the writer adds them</td></tr>
 * </table>
 *
 * <p>All other attributes, including those of the resource, become attributes of the activity.
 * Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.traces.otlp;
