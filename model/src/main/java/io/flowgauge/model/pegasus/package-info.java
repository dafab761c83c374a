/**
 * Runs of Pegasus workflows, from the logs its monitor writes.
 *
 * <p>{@link io.flowgauge.model.pegasus.StampedeReader} reads the jobs of a stampede log, {@link
 * io.flowgauge.model.pegasus.StampedeTasks} the tasks inside them.
 */
package io.flowgauge.model.pegasus;
