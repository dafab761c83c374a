/**
 * Reads the logs of HTCondor jobs and the DAGs from which DAGMan submits them.
 *
 * <p>Start at {@link io.flowgauge.traces.condor.UserLogReader}; {@link
 * io.flowgauge.traces.condor.DagFile} also reads the DAGs of Pegasus.
 */
package io.flowgauge.traces.condor;
