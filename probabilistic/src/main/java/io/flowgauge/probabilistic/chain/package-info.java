/**
 * Services in a row over many data segments, the model of [Glatard]. {@link
 * io.flowgauge.probabilistic.chain.ChainModel} is the entry point.
 */
package io.flowgauge.probabilistic.chain;
