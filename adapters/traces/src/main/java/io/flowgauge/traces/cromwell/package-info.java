/** Metadata of the workflow engine Cromwell. */
package io.flowgauge.traces.cromwell;
