/**
 * Writer of the Trace Event Format, the JSON that the Perfetto UI and {@code chrome://tracing}
 * open.
 *
 * <p>Layout of a trace:
 *
 * <table>
 * <caption>Processes and threads of a trace</caption>
 * <tr><th>process</th><th>threads</th><th>events</th></tr>
 * <tr><td>{@code run NAME}</td><td>the run; lanes of its services</td><td>a slice each; counters of waiting and processed activities</td></tr>
 * <tr><td>{@code activities}</td><td>lanes in which no two attempts overlap or touch, as a viewer could attach an arrow to either</td><td>a slice per attempt, with everything known about it as arguments; its states are nested in it, and phases in states; a phase that straddles others is a nestable asynchronous event; flow arrows for
 *     dependencies and repeated attempts</td></tr>
 * <tr><td>{@code site NAME}</td><td>the processors, one lane per slot</td><td>a slice for the time an activity was processed there</td></tr>
 * </table>
 *
 * <p>Times are microseconds, to the nanosecond, from the earliest time of the run; {@code
 * otherData} holds that time. Slices are pairs of {@code B} and {@code E}, not {@code X}: this way
 * the end of a slice and the start of the next are the same number, and rounding in a viewer cannot
 * make two slices of a thread overlap. A slice that has not ended has no {@code E}. Catapult, the
 * viewer of {@code chrome://tracing}, treats times within one microsecond as equal. Found through
 * {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.traces.chrome;
