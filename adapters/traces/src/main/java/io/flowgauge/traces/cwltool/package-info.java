/** Logs of cwltool, the reference engine of the Common Workflow Language. */
package io.flowgauge.traces.cwltool;
