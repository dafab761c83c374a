/**
 * Reads logs of cwltool, the reference engine of the Common Workflow Language. Start at {@link
 * io.flowgauge.traces.cwltool.CwltoolReader}.
 */
package io.flowgauge.traces.cwltool;
