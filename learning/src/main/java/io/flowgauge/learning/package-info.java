/**
 * Learns from earlier runs how long the next one takes. Start at {@link
 * io.flowgauge.learning.LearnedHistory}; the packages below read runs, learn service times, and
 * forecast.
 */
package io.flowgauge.learning;
