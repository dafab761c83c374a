/**
 * Reader of Workflow Run RO-Crates: {@code ro-crate-metadata.json} of the profiles Process,
 * Workflow and Provenance Run Crate.
 *
 * <table>
 * <caption>Mapping of entities</caption>
 * <tr><th>entity</th><th>becomes</th></tr>
 * <tr><td>CreateAction, ActivateAction, UpdateAction</td><td>an activity, ACTIVE at startTime,
 *     COMPLETED or, with FailedActionStatus, FAILED at endTime; its type is the name of its
 *     instrument, else of its step</td></tr>
 * <tr><td>such an action with a ComputationalWorkflow as instrument</td><td>the run (its start and name), if the workflow is the crate's mainEntity; otherwise nothing, since its steps have their own actions</td></tr>
 * <tr><td>such an action with the engine (the instrument of an OrganizeAction) as instrument, as nf-prov describes published files</td><td>a transfer</td></tr>
 * <tr><td>OrganizeAction</td><td>the start of the run, if the action of the run has none</td></tr>
 * <tr><td>result of one action, object of another</td><td>a dependency; a Dataset and a Collection
 *     stand for their parts, a PropertyValue for the files in it, the root for none</td></tr>
 * <tr><td>ControlAction with HowToStep</td><td>attribute {@code step}</td></tr>
 * <tr><td>error, agent, containerImage, resourceUsage</td><td>attributes; the resource usage {@code
 *     realTime} the wall-clock time</td></tr>
 * </table>
 *
 * <p>An identifier may stand for content. A file that several actions make, or that is made after
 * its use, gives a dependency only on the last action that ended before the use. Actions with equal
 * name, tool and input, where each starts after the previous one failed, are attempts of one
 * activity. Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.traces.crate;
