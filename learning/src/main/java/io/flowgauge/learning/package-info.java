/** Learns from earlier runs how long the next one takes. */
package io.flowgauge.learning;
