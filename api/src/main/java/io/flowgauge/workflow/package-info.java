/**
 * Workflows: directed acyclic graphs of activities, and their region trees.
 *
 * <p>Start at {@link io.flowgauge.workflow.Workflow}; build one with {@link
 * io.flowgauge.Flowgauge#workflow(String)}.
 */
package io.flowgauge.workflow;
