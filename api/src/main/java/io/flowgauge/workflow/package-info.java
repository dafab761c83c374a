/**
 * What is to be run: a workflow as a directed acyclic graph of activities, and its tree of regions.
 *
 * <p>Start at {@link io.flowgauge.workflow.Workflow}; build one with {@link
 * io.flowgauge.Flowgauge#workflow(String)}.
 */
package io.flowgauge.workflow;
