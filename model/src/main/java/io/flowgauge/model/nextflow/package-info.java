/**
 * Reads traces of Nextflow ({@link io.flowgauge.model.nextflow.NextflowTraceReader}) with the task
 * edges or the process graph beside them, and execution reports made of such traces ({@link
 * io.flowgauge.model.nextflow.ExecutionReportReader}).
 */
package io.flowgauge.model.nextflow;
