/**
 * Sums of times whose densities have corners, on grids with a node at each corner: masses in cells
 * are convolved by Fourier transforms at three cell widths, and the result is extrapolated to width
 * 0. Start at {@link io.flowgauge.probabilistic.grid.GridSum}.
 */
package io.flowgauge.probabilistic.grid;
