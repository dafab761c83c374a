package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Records jobs and their DAG, by the mapping of {@link UserLogReader}. */
final class CondorRecording {
  private final TraceFile file;
  private final CondorJobs jobs;
  private final Optional<DagFile> dag;
  private final RunRecorder into;
  private final Remarks remarks;
  private long dependencies;

  CondorRecording(
      TraceFile file, CondorJobs jobs, Optional<DagFile> dag, RunRecorder into, Remarks remarks) {
    this.file = file;
    this.jobs = jobs;
    this.dag = dag;
    this.into = into;
    this.remarks = remarks;
  }

  void record() throws TraceFormatException {
    if (dag.isPresent()) {
      nodes(dag.get());
      dependencies(dag.get());
      remarks.info("dependencies: " + dependencies, dag.get().fileName());
    } else {
      remarks.info("dependencies: none, as there is no DAG next to the log", file.fileName());
    }
    for (CondorJob job : jobs.jobs()) {
      if (dag.isEmpty() || dag.get().node(job.node()).isPresent()) {
        job(job);
      } else if (job.node().isEmpty()) {
        remarks.info(
            "jobs that belong to no node of the DAG, such as DAGMan's own, left out", number(job));
      } else {
        remarks.warn("jobs of nodes that are not in the DAG, left out", job.node());
      }
    }
  }

  private static String number(CondorJob job) {
    return job.attempts().get(0).attributes().getOrDefault("native_id", "");
  }

  /** Records nodes of the DAG without events in the log. */
  private void nodes(DagFile all) {
    for (DagNode node : all.nodes()) {
      if (jobs.jobs(node.name()).isEmpty()) {
        into.activity(
            Activity.of(node.name(), type(node), ActivityKind.COMPUTE)
                .withAttributes(attributes(node)));
        remarks.info(
            node.isDone()
                ? "nodes that were done before this run"
                : "nodes that left no event: not run, or their log is not here",
            node.name());
      }
    }
  }

  /** Returns the name of the submit file: nodes that share it have one type. */
  private static String type(DagNode node) {
    String path = node.submitFile();
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    String type = dot > 0 ? name.substring(0, dot) : name;
    return type.isEmpty() ? node.name() : type;
  }

  private static Map<String, String> attributes(DagNode node) {
    Map<String, String> all = new TreeMap<>();
    node.variables().forEach((name, value) -> all.put("vars." + name, value));
    if (!node.retries().isEmpty()) {
      all.put("max_retries", node.retries());
    }
    if (!node.keyword().equals("JOB")) {
      all.put("node", node.keyword());
    }
    return all;
  }

  private void job(CondorJob job) {
    String id = id(job);
    Map<String, String> attributes = new TreeMap<>(job.last().attributes());
    Optional<DagNode> node = dag.flatMap(all -> all.node(job.node()));
    node.ifPresent(known -> attributes.putAll(attributes(known)));
    String type = node.map(CondorRecording::type).orElse(job.node().isEmpty() ? "job" : id);
    into.activity(Activity.of(id, type, ActivityKind.COMPUTE).withAttributes(attributes));
    List<CondorAttempt> attempts = job.attempts();
    for (int k = 0; k < attempts.size(); k++) {
      attempt(id, k + 1, attempts.get(k));
    }
    job.last().phases().forEach(phase -> into.phase(id, phase));
    if (attempts.stream().anyMatch(some -> some != job.last() && !some.phases().isEmpty())) {
      remarks.info("phases of attempts that were not the last, left out", id);
    }
    if (node.filter(DagNode::hasPost).isPresent() && !job.last().isPosted()) {
      remarks.warn("nodes whose POST script has not ended: the result is that of the job", id);
    }
    if (job.last().end().isEmpty()) {
      remarks.warn("jobs that have not ended, or whose log is cut off", id);
    }
  }

  private void attempt(String id, int number, CondorAttempt attempt) {
    for (CondorAttempt.TimedEvent event : attempt.events()) {
      into.record(id, event.type(), event.nanos(), number);
    }
    attempt.end().ifPresent(end -> into.record(id, end.type(), end.nanos(), number));
    if (!attempt.host().isEmpty()) {
      into.assign(id, number, attempt.host());
    }
    if (attempt.end().filter(end -> end.type() == EventType.FAILED).isPresent()) {
      remarks.info("attempts that failed", id);
    }
  }

  /**
   * Returns the name of the node, with the number of the job if the node has several; outside a
   * DAG, HTCondor's id of the job.
   */
  private String id(CondorJob job) {
    if (job.node().isEmpty()) {
      return number(job);
    }
    return jobs.jobs(job.node()).size() > 1 ? job.node() + "." + job.proc() : job.node();
  }

  private void dependencies(DagFile all) throws TraceFormatException {
    for (Dependency each : all.dependencies()) {
      addDependencies(each.from(), each.to());
    }
    for (DagNode node : all.nodes()) {
      if (node.keyword().equals("FINAL")) {
        ends(all, false).forEach(last -> addDependencies(last, node.name()));
      } else if (node.keyword().equals("PROVISIONER")) {
        ends(all, true).forEach(first -> addDependencies(node.name(), first));
      }
    }
    if (dependencies > DagFile.MAX_DEPENDENCIES) {
      throw file.error("", "too many dependencies", "at most " + DagFile.MAX_DEPENDENCIES);
    }
  }

  /**
   * Returns the nodes that have no predecessors, or no successors, leaving out those with a special
   * role.
   */
  private static List<String> ends(DagFile all, boolean first) {
    return all.firstOrLastNodes(first).stream().filter(name -> hasPlainRole(all, name)).toList();
  }

  private static boolean hasPlainRole(DagFile all, String name) {
    String keyword = all.node(name).map(DagNode::keyword).orElse("");
    return keyword.equals("JOB") || keyword.equals("SUBDAG");
  }

  private void addDependencies(String from, String to) {
    for (String earlier : ids(from)) {
      for (String later : ids(to)) {
        if (dependencies++ <= DagFile.MAX_DEPENDENCIES) {
          into.dependency(earlier, later);
        }
      }
    }
  }

  private List<String> ids(String node) {
    List<String> ids = new ArrayList<>();
    jobs.jobs(node).forEach(job -> ids.add(id(job)));
    return ids.isEmpty() ? List.of(node) : ids;
  }
}
