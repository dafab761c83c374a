/**
 * Logging events: a few stores into a ring of the calling thread, without allocation or lock; a
 * background thread makes blocks of them and writes those.
 *
 * <p>Start at {@link io.flowgauge.log.write.EventLog}.
 */
package io.flowgauge.log.write;
