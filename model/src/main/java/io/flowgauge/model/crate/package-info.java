/**
 * Reader of Workflow Run RO-Crates: {@code ro-crate-metadata.json} of the profiles Process,
 * Workflow and Provenance Run Crate.
 *
 * <table>
 * <caption>What entities become</caption>
 * <tr><th>entity</th><th>becomes</th></tr>
 * <tr><td>CreateAction, ActivateAction, UpdateAction</td><td>an activity, ACTIVE at startTime,
 *     COMPLETED or, with FailedActionStatus, FAILED at endTime; its type is the name of its
 *     instrument, else of its step</td></tr>
 * <tr><td>such an action of a ComputationalWorkflow</td><td>the run, if it is the crate's
 *     mainEntity: its start and name; else nothing, its steps are there themselves</td></tr>
 * <tr><td>such an action of the engine, the instrument of an OrganizeAction (nf-prov publishes
 *     files so)</td><td>a transfer</td></tr>
 * <tr><td>OrganizeAction</td><td>the start of the run, where its action tells none</td></tr>
 * <tr><td>result of one action, object of another</td><td>a dependency; a Dataset and a Collection
 *     stand for their parts, a PropertyValue for the files in it, the root for none</td></tr>
 * <tr><td>ControlAction with HowToStep</td><td>attribute {@code step}</td></tr>
 * <tr><td>error, agent, containerImage, resourceUsage</td><td>attributes; the resource usage {@code
 *     realTime} the wall-clock time</td></tr>
 * </table>
 *
 * <p>An identifier may be one of content: a file that several actions make, or that is made after
 * it was used, gives a dependency only on the action that was the last to end before its use.
 * Actions of one name, tool and input, of which one starts after the others have failed, are
 * attempts of one activity. Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.model.crate;
