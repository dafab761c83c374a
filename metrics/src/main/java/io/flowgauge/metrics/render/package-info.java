/**
 * Reports as documents: {@link io.flowgauge.metrics.render.TextReport} for people, {@link
 * io.flowgauge.metrics.render.JsonReport} for programs. Both are reached through {@link
 * io.flowgauge.Flowgauge#text} and {@link io.flowgauge.Flowgauge#json}.
 */
package io.flowgauge.metrics.render;
