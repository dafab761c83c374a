/** Learns from earlier runs what the next one takes. */
package io.flowgauge.learning;
