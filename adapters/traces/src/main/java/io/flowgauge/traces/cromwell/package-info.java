/**
 * Reads the metadata of the workflow engine Cromwell. Start at {@link
 * io.flowgauge.traces.cromwell.CromwellReader}.
 */
package io.flowgauge.traces.cromwell;
