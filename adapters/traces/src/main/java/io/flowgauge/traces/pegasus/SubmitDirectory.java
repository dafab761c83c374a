package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.condor.DagFile;
import io.flowgauge.traces.condor.DagNode;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Combines the files of a submit directory into a log. Not thread-safe. */
final class SubmitDirectory {
  /** Kinds of auxiliary jobs by the prefixes of the names that Pegasus gives them. */
  private static final Map<String, String> KINDS =
      Map.of(
          "stage_in_", "stage-in-tx",
          "stage_out_", "stage-out-tx",
          "stage_inter_", "inter-site-tx",
          "stage_worker_", "stage-worker-tx",
          "create_dir_", "create-dir",
          "cleanup_", "cleanup",
          "clean_up_", "cleanup",
          "register_", "registration");

  private static final Pattern COMPUTE = Pattern.compile("(.+)_ID\\d+");

  private final StampedeLog log;
  private final Remarks remarks;
  private final List<TraceFile> companions;

  private SubmitDirectory(StampedeLog log, List<TraceFile> companions) {
    this.log = log;
    this.remarks = log.remarks();
    this.companions = companions;
  }

  static SubmitDirectory read(TraceFile file, List<TraceFile> companions) throws IOException {
    List<TraceFile> logs = companions.stream().filter(StampedeReader::isLog).toList();
    SubmitDirectory directory = new SubmitDirectory(StampedeParser.parse(logs), companions);
    boolean planned = directory.hasJobs();
    if (directory.hasEvents()) {
      directory.remarks.info(
          "not needed: the stampede log has the events made from it", file.fileName());
    } else {
      JobStateLog.read(file, directory.plan(), directory.remarks);
      directory.kickstart();
    }
    directory.dag(planned);
    return directory;
  }

  StampedeLog log() {
    return log;
  }

  /** Returns the label of the workflow; empty if nothing states it. */
  String name() {
    String label = log.root().label();
    return label.isEmpty()
        ? companions.stream()
            .filter(Braindump::matches)
            .findFirst()
            .flatMap(Braindump::name)
            .orElse("")
        : label;
  }

  private boolean hasJobs() {
    return log.plans().stream().anyMatch(plan -> !plan.jobs().isEmpty());
  }

  private boolean hasEvents() {
    return log.plans().stream()
        .flatMap(plan -> plan.jobs().values().stream())
        .flatMap(job -> job.attempts().stream())
        .anyMatch(JobInstance::hasEvents);
  }

  /**
   * Returns the workflow of this directory; other workflows in a log have directories of their own.
   */
  private PlannedWorkflow plan() {
    return log.plans().isEmpty() ? log.plan("") : log.root();
  }

  private void dag(boolean planned) throws IOException {
    Optional<DagFile> dag = DagFile.read(companions, remarks);
    if (dag.isEmpty()) {
      if (!planned) {
        remarks.warn("dependencies: none, as there is neither a DAG nor a .static.bp", "input");
      }
      return;
    }
    for (DagNode node : dag.get().nodes()) {
      PegasusJob job = plan().job(node.name());
      if (!planned) {
        declare(job);
      }
      job.attribute("max_retries", node.retries());
    }
    if (planned) {
      compare(dag.get());
    } else {
      plan().jobEdges().addAll(dag.get().dependencies());
      remarks.info("dependencies: " + plan().jobEdges().size(), dag.get().fileName());
      remarks.info("kinds of jobs come from their names: there is no .static.bp", "input");
    }
  }

  private void declare(PegasusJob job) {
    Optional<String> kind =
        KINDS.keySet().stream().filter(job.id()::startsWith).findFirst().map(KINDS::get);
    Matcher compute = COMPUTE.matcher(job.id());
    job.declare(kind.orElse("compute"));
    if (kind.isEmpty() && compute.matches()) {
      job.addTask(compute.group(1));
    }
  }

  private void compare(DagFile dag) {
    List<Dependency> planned = plan().jobEdges();
    boolean same =
        planned.size() == dag.dependencies().size() && dag.dependencies().containsAll(planned);
    if (same) {
      remarks.info("dependencies: " + planned.size() + ", as in the plan", dag.fileName());
    } else {
      remarks.warn(
          "the dependencies differ from those of the plan, which are used: "
              + dag.dependencies().size()
              + " here, "
              + planned.size()
              + " in the plan",
          dag.fileName());
    }
  }

  private void kickstart() throws IOException {
    int read = 0;
    for (TraceFile file : companions) {
      if (KickstartFile.matches(file)) {
        kickstart(file);
        read++;
      }
    }
    if (read > 0) {
      remarks.info(
          "T, hosts and processor times of programs, from " + read + " files", "kickstart");
    }
  }

  private void kickstart(TraceFile file) throws IOException {
    KickstartFile.Owner owner = KickstartFile.owner(file);
    PegasusJob job = plan().jobs().get(owner.job());
    List<JobInstance> attempts = job == null ? List.of() : job.attempts();
    if (owner.index() >= attempts.size()) {
      remarks.warn("kickstart records of submissions that are not in the log", file.fileName());
      return;
    }
    JobInstance instance = attempts.get(owner.index());
    boolean last = owner.index() == attempts.size() - 1;
    long number = 0;
    for (KickstartRecord record : KickstartFile.read(file, remarks)) {
      number++;
      if (belongs(record, instance, file)) {
        invocation(record, instance, number, file);
        job.addMeasuredArguments(last ? record.arguments() : "");
      }
    }
    if (number == 0) {
      remarks.warn("outputs of jobs without a readable kickstart record", file.fileName());
    }
  }

  private boolean belongs(KickstartRecord record, JobInstance instance, TraceFile file) {
    String recorded = record.text("jobids.condor");
    boolean other =
        !recorded.isEmpty()
            && !instance.schedulerId().isEmpty()
            && !recorded.equals(instance.schedulerId());
    if (other) {
      remarks.warn("kickstart records of a submission other than their file's", file.fileName());
    }
    return !other;
  }

  private void invocation(
      KickstartRecord record, JobInstance instance, long number, TraceFile file) {
    Invocations all = instance.invocations();
    if (!all.isNew(number)) {
      return;
    }
    if (record.duration().isEmpty() || record.duration().getAsLong() < 0) {
      remarks.error("invocations without a readable duration: no T for their job", file.fileName());
    }
    all.add(record.start(), record.duration(), record.cpu());
    instance.setPlace(record.text("hostname"), record.text("resource"));
  }
}
