/**
 * Reads traces of Nextflow ({@link io.flowgauge.traces.nextflow.NextflowTraceReader}) with the task
 * edges or the process graph next to them, and execution reports made from such traces ({@link
 * io.flowgauge.traces.nextflow.ExecutionReportReader}).
 */
package io.flowgauge.traces.nextflow;
