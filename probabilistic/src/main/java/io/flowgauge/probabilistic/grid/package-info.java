/**
 * Sums of times whose densities have corners, on grids with a node at each corner: masses in cells,
 * convolved by Fourier transforms, at three widths from which that of cells of no width follows.
 * Start at {@link io.flowgauge.probabilistic.grid.GridSum}.
 */
package io.flowgauge.probabilistic.grid;
