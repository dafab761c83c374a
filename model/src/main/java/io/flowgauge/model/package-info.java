/**
 * Creates workflows and runs for {@link io.flowgauge.Flowgauge}.
 *
 * <p>{@link io.flowgauge.model.ModelService} is found as a service; the columns behind it are in
 * {@code core}, the graph algorithms in {@code graph}.
 */
package io.flowgauge.model;
