/**
 * OTLP JSON, the encoding of OpenTelemetry's spans in files: reader and writer.
 *
 * <p>A file holds one object with {@code resourceSpans}, or one a line, as collectors write it.
 * Times are nanoseconds as decimal strings or numbers, ids are hexadecimal; ids in base64, which
 * other Protocol Buffers tools write, are read, too.
 *
 * <p><b>Which spans are activities.</b> If any span has the attribute {@code
 * flowgauge.activity.id}, those that have it. Else the spans that links connect, the innermost
 * where they are nested, and of the others those without children. Spans inside an activity are
 * phases of it; spans around activities are none. {@code parentSpanId} is nesting and nothing else:
 * dependencies come from links alone, from the span a link names to the span that has it.
 *
 * <p><b>Events of an activity.</b> A span is one attempt: ACTIVE at its start, COMPLETED or, with
 * status 2, FAILED at its end. Span events tell more: {@code started}, {@code submitted}, {@code
 * pending} or {@code queued}, {@code active}, {@code suspended}, {@code resumed}, {@code
 * completed}, {@code failed}, {@code aborted}, each also with {@code flowgauge.} before it. With
 * any of the first four the start of the span is that of the attempt, and not ACTIVE.
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><th>attribute</th><th>of</th><th>meaning</th></tr>
 * <tr><td>host.name, k8s.node.name</td><td>resource</td><td>the processor</td></tr>
 * <tr><td>flowgauge.processor.speed, .slots, .site</td><td>resource</td><td>properties of
 *     it</td></tr>
 * <tr><td>flowgauge.activity.id, .type, .kind, .iteration, .index</td><td>span</td><td>the activity,
 *     and its place in the order of the run</td></tr>
 * <tr><td>flowgauge.attempt</td><td>span</td><td>number of the attempt, 1 by default</td></tr>
 * <tr><td>flowgauge.wallclock_ns, .ideal_ns, .phase_time_ns.NAME</td><td>span</td><td>measured and
 *     ideal time, and that of phases without a place</td></tr>
 * <tr><td>flowgauge.phase, flowgauge.service, flowgauge.run</td><td>span</td><td>true for a phase,
 *     a service, or the run</td></tr>
 * <tr><td>flowgauge.time_base, .start_ns, .recorded_makespan_ns</td><td>span of the run</td><td>as in a run
 *     document; the start only if it is not after 1970</td></tr>
 * <tr><td>cicd.pipeline.task.run.id, cicd.pipeline.task.name, cicd.pipeline.task.run.result</td>
 *     <td>span</td><td>id, type and outcome, by OpenTelemetry's conventions; the writer adds
 *     them</td></tr>
 * </table>
 *
 * <p>Other attributes, also those of the resource, become attributes of the activity under their
 * own names. Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.model.otlp;
