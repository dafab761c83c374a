/** The tunlets that come with Flowgauge. */
package io.flowgauge.tuning.tunlets;
