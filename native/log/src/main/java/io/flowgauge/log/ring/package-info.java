/**
 * The ring files of a log, for writers and readers; the format is described in {@code
 * io.flowgauge.log}.
 */
package io.flowgauge.log.ring;
