/**
 * Workflows as Guava graphs, and Guava graphs as workflows; see {@link
 * io.flowgauge.guava.WorkflowGraphs}.
 */
package io.flowgauge.guava;
