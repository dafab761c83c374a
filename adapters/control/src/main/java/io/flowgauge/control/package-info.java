/**
 * Analysis control ([Truong] §5): decides while a run goes on which of its activities to look into,
 * with what, and when to stop; within a budget of processor time. {@link
 * io.flowgauge.control.AnalysisControl} is the entry.
 */
package io.flowgauge.control;
