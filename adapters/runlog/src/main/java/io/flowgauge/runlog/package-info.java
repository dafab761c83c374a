/**
 * Runs in the event log: an engine logs its run with {@link io.flowgauge.runlog.RunLog}; {@link
 * io.flowgauge.Flowgauge#read} and the command read it during or after the run, and {@link
 * io.flowgauge.runlog.RunFollower} follows it.
 *
 * <p>The table lists the events of a run. The field {@code id} is the lifeline: in events named
 * {@code run.activity…} that of the activity, else that of the run; both are hashes of the ids
 * given as texts ({@code guid}, {@code activity}), so all processes that log a run use the same
 * numbers.
 *
 * <table>
 * <caption>Events of a run</caption>
 * <tr><th>event</th><th>fields after id</th></tr>
 * <tr><td>run.begin</td><td>guid, name: the id of the run and its name</td></tr>
 * <tr><td>run.join</td><td>guid: another process logs the run, too</td></tr>
 * <tr><td>run.start, run.end, run.makespan, run.timebase</td><td>time; time; nanos; base</td></tr>
 * <tr><td>run.processor</td><td>slots, speed, processor, site</td></tr>
 * <tr><td>run.activity.attribute</td><td>part, name, value: before the declaration; parts of long
 *     values count from 0</td></tr>
 * <tr><td>run.activity</td><td>run, iteration (0 outside loops), attributes (events of them),
 *     activity, type, kind: a declaration</td></tr>
 * <tr><td>run.activity.known</td><td>run, activity: an activity that was named without being
 *     declared, at least by this process</td></tr>
 * <tr><td>run.dependency</td><td>from, to: lifelines of activities</td></tr>
 * <tr><td>run.activity.started, .submitted, .pending, .active, .suspended, .resumed, .completed,
 *     .failed, .aborted, .skipped</td><td>attempt; and time, if the engine gave it; otherwise the
 *     event's own time counts</td></tr>
 * <tr><td>run.activity.assigned</td><td>attempt, processor</td></tr>
 * <tr><td>run.activity.wallclock, run.activity.ideal</td><td>nanos</td></tr>
 * <tr><td>run.activity.phase</td><td>begin, end, phase</td></tr>
 * <tr><td>run.attempt.wallclock, run.attempt.phase</td><td>attempt, and as above; id is the lifeline
 *     of the activity</td></tr>
 * <tr><td>run.code.region</td><td>calls, nanos, own, open, region, source: what has been
 *     measured in a code region so far; id is the lifeline of the activity</td></tr>
 * <tr><td>run.code.call</td><td>calls, nanos, caller (empty for none), callee: names of regions; id
 *     as above</td></tr>
 * <tr><td>run.code.profile</td><td>time, regions, calls: the moment of the preceding
 *     measurements, and how many events they are; only what has changed for the activity</td></tr>
 * <tr><td>run.code.anew</td><td>earlier measurements of the activity belong to another attempt</td></tr>
 * <tr><td>run.service</td><td>begin, end, service</td></tr>
 * <tr><td>run.load</td><td>begin, end, least, mean, most, host, quantity, unit: what was
 *     measured on a host</td></tr>
 * <tr><td>run.region</td><td>tree, node, parent (-1 for the root), place, kind, name</td></tr>
 * <tr><td>run.region.activity</td><td>tree, node, parent, place, activity (lifeline)</td></tr>
 * <tr><td>run.region.link</td><td>tree, node, from, to</td></tr>
 * <tr><td>run.regions</td><td>tree, nodes, links: how many preceding events describe the tree</td></tr>
 * <tr><td>run.diagnostic</td><td>severity, where, message</td></tr>
 * <tr><td>run.unusable</td><td>call: something was to be logged, but was null or unusable</td></tr>
 * </table>
 */
package io.flowgauge.runlog;
