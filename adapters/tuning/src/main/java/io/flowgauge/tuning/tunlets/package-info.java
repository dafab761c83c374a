/** Tunlets for real cases. */
package io.flowgauge.tuning.tunlets;
