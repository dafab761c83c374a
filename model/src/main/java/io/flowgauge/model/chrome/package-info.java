/**
 * Writer of the Trace Event Format, the JSON that the Perfetto UI and {@code chrome://tracing}
 * open.
 *
 * <p>What is drawn, and where:
 *
 * <table>
 * <caption>Processes and threads of a trace</caption>
 * <tr><th>process</th><th>threads</th><th>events</th></tr>
 * <tr><td>{@code run NAME}</td><td>the run; lanes of its services</td><td>a slice each; counters of
 *     the activities that wait and that are processed</td></tr>
 * <tr><td>{@code activities}</td><td>lanes, in each of which no two attempts overlap or touch, as a viewer could take an
 *     arrow to be of either</td><td>a slice
 *     an attempt with all that is known of it as arguments, in it its states, in these the phases;
 *     a phase that lies across others is a nestable asynchronous event; flow arrows for
 *     dependencies and repeated attempts</td></tr>
 * <tr><td>{@code site NAME}</td><td>the processors, one lane a slot</td><td>a slice for the time an
 *     activity was processed on it</td></tr>
 * </table>
 *
 * <p>Times are microseconds, to the nanosecond, from the earliest time of the run; {@code
 * otherData} tells when that was. Slices are pairs of {@code B} and {@code E}, not {@code X}: the
 * same time is then the same number wherever one slice ends and the next begins, so that no
 * rounding in a viewer makes two slices of one thread overlap. What has not ended has no {@code E}.
 * Catapult, the viewer of {@code chrome://tracing}, takes times within one microsecond for one.
 * Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.model.chrome;
