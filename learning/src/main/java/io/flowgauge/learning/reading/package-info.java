/**
 * What can be learned from runs: the work of their activities and how long it took, slots, delays
 * of starts, failures and outages. Start at {@link io.flowgauge.learning.reading.RunObservations},
 * {@link io.flowgauge.learning.reading.Works} for what is still to be done, and {@link
 * io.flowgauge.learning.reading.RunHistory} for the rest.
 */
package io.flowgauge.learning.reading;
