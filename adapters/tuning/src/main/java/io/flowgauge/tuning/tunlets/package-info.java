/**
 * The tunlets that come with Flowgauge. Each is one class, which implements {@link
 * io.flowgauge.tuning.Tunlet}.
 */
package io.flowgauge.tuning.tunlets;
