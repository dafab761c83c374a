/** Runs watched while they go on. */
package io.flowgauge.live;
