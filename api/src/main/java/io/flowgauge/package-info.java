/**
 * Flowgauge: where the time of a scientific workflow's run went.
 *
 * <p>{@link io.flowgauge.Flowgauge} is the one entry: it reads runs, reports on them and builds
 * workflows.
 */
package io.flowgauge;
