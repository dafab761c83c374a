/**
 * Analysis control ([Truong] §5): decides during a run which of its activities to examine, with
 * what, and when to stop, within a budget of processor time. Start at {@link
 * io.flowgauge.control.AnalysisControl}.
 */
package io.flowgauge.control;
