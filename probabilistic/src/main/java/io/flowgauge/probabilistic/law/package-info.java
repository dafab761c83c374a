/**
 * Laws of random times. {@link io.flowgauge.probabilistic.law.Laws} makes them by name or from
 * text.
 */
package io.flowgauge.probabilistic.law;
