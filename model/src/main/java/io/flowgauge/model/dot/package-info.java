/**
 * Writer of workflow graphs in DOT, the language of Graphviz.
 *
 * <p>An activity is a node with its id as label: a box if it computes, an ellipse if it transfers;
 * filled with a colour of its type, which the tooltip tells with its time. A dependency is an edge.
 * Where an {@link io.flowgauge.spi.AnalysisProvider} is installed the critical path is drawn in
 * red. Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.model.dot;
