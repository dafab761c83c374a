package io.flowgauge.traces.condor;

import java.util.ArrayList;
import java.util.List;

/** A job of a cluster, or of a node of a DAG over all its submissions. Not thread-safe. */
final class CondorJob {
  private final String node;
  private final long proc;
  private final List<CondorAttempt> attempts = new ArrayList<>(1);

  /**
   * Creates a job.
   *
   * @param node the node of the DAG; empty for a job outside a DAG
   * @param proc its number in a cluster
   */
  CondorJob(String node, long proc) {
    this.node = node;
    this.proc = proc;
  }

  String node() {
    return node;
  }

  long proc() {
    return proc;
  }

  List<CondorAttempt> attempts() {
    return attempts;
  }

  CondorAttempt begin(String job) {
    attempts.add(new CondorAttempt(job));
    return last();
  }

  CondorAttempt last() {
    return attempts.get(attempts.size() - 1);
  }
}
