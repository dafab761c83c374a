/**
 * Events as text: NetLogger BP and ULM and XML, written and read, JSON Lines and CSV, written; and
 * events that have happened as binary logs.
 *
 * <p>Start at {@link io.flowgauge.log.text.EventWriter} and {@link
 * io.flowgauge.log.text.EventReader}; {@link io.flowgauge.log.text.EventForm} tells the forms
 * apart.
 */
package io.flowgauge.log.text;
