/**
 * Writer of workflow graphs in DOT, the language of Graphviz, and a reader of graphs that engines
 * write.
 *
 * <p>An activity is a node with its id as label: a box if it computes, an ellipse if it transfers;
 * filled with the colour of its type; the tooltip shows type and time. A dependency is an edge. If
 * an {@link io.flowgauge.spi.AnalysisProvider} is installed, the critical path is red. Found
 * through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.traces.dot;
