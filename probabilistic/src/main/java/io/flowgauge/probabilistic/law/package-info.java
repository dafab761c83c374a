/**
 * Laws of random times. Start at {@link io.flowgauge.probabilistic.law.Laws}, which creates them by
 * name or from text.
 */
package io.flowgauge.probabilistic.law;
