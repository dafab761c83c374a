/**
 * Events as text: reads and writes NetLogger BP, ULM and XML, writes JSON Lines and CSV; and writes
 * past events as binary logs.
 *
 * <p>Start at {@link io.flowgauge.log.text.EventWriter} and {@link
 * io.flowgauge.log.text.EventReader}; {@link io.flowgauge.log.text.EventForm} distinguishes the
 * forms.
 */
package io.flowgauge.log.text;
