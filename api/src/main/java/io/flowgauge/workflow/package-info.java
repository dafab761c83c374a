/**
 * Workflows: directed acyclic graphs of activities, and their region trees.
 *
 * <p>Start at {@link io.flowgauge.workflow.Workflow}; build one with {@link
 * io.flowgauge.Flowgauge#workflow(String)}.
 */
@NullMarked
package io.flowgauge.workflow;

import org.jspecify.annotations.NullMarked;
