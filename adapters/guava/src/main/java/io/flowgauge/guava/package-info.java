/**
 * Converts workflows to Guava graphs and back. Start at {@link io.flowgauge.guava.WorkflowGraphs}.
 */
package io.flowgauge.guava;
