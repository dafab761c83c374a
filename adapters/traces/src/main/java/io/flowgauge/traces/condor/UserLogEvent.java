package io.flowgauge.traces.condor;

import java.util.Map;

/**
 * An event of a user log, independent of the form of the log.
 *
 * @param proc number of the job within its cluster
 * @param subproc the node of a parallel job; for the jobs that DAGMan only pretends to submit,
 *     which all belong to cluster 0, the job
 * @param nanos epoch nanoseconds
 * @param values its other values, by HTCondor's names for them in an ad
 */
record UserLogEvent(
    int code,
    long cluster,
    long proc,
    long subproc,
    long nanos,
    Map<String, String> values,
    String where) {
  /** Name of the DAG's node. */
  static final String NODE = "DAGNodeName";

  /** Address of the host that a job runs on. */
  static final String HOST = "ExecuteHost";

  /** The slot that it runs in. */
  static final String SLOT = "SlotName";

  /** Whether an evicted job left a checkpoint. */
  static final String CHECKPOINTED = "Checkpointed";

  /** Exit code of a program. */
  static final String RETURN_VALUE = "ReturnValue";

  /** Signal that ended a program. */
  static final String SIGNAL = "TerminatedBySignal";

  /** Processor time on the host. */
  static final String USAGE = "RunRemoteUsage";

  /** Bytes that a job sent. */
  static final String SENT = "SentBytes";

  /** Bytes that a job received. */
  static final String RECEIVED = "ReceivedBytes";

  /** Kind of a file transfer: a number, see {@link FileTransfer}. */
  static final String TRANSFER = "Type";

  /** Returns HTCondor's id of the job. */
  String job() {
    return cluster + "." + proc + (cluster == 0 ? "." + subproc : "");
  }

  /** Returns a value; empty if it is absent. */
  String value(String name) {
    return values.getOrDefault(name, "");
  }
}
