/**
 * What a recorded run says of its times: when activities could begin, ran and ended, and on how
 * many slots. Entries are {@link io.flowgauge.probabilistic.recorded.ObservedTimes} and {@link
 * io.flowgauge.probabilistic.recorded.LoadProfile}.
 */
package io.flowgauge.probabilistic.recorded;
