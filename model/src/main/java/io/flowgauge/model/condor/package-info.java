/**
 * Reads the logs of HTCondor jobs, and the DAGs that DAGMan makes them from.
 *
 * <p>Start at {@link io.flowgauge.model.condor.UserLogReader}; {@link
 * io.flowgauge.model.condor.DagFile} is also used for the DAGs of Pegasus.
 */
package io.flowgauge.model.condor;
