package io.flowgauge.traces.slurm;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.table.TableColumns;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Kinds of files that Slurm, or a script that submits to it, writes. Immutable and thread-safe. */
enum SlurmFile {
  /** The output of {@code sacct --parsable2}. */
  ACCOUNTING(true),
  /** The file of the plug-in {@code jobcomp/filetxt}. */
  COMPLETION(true),
  /** The output of {@code scontrol show job}. */
  JOBS(true),
  /** The output of {@code scontrol show node}. */
  NODES(false),
  /** The output of {@code scontrol show partition}. */
  PARTITIONS(false),
  /** The log of {@code slurmctld}, or lines of it. */
  CONTROLLER_LOG(false),
  /** Dependencies: a table with the columns {@code from} and {@code to}. */
  EDGES(false),
  /** When jobs were submitted to Slurm: columns {@code job}, {@code before} and {@code after}. */
  SUBMISSIONS(false),
  /** Phases of jobs: columns {@code job}, {@code phase}, {@code begin} and {@code end}. */
  PHASES(false),
  /** Start and end of the workflow: lines that begin with {@code start} and {@code end}. */
  WORKFLOW(false);

  private static final Set<String> IDS = Set.of("JobID", "JobIDRaw");
  private static final Set<String> KNOWN =
      Set.of(
          "JobName",
          "Partition",
          "State",
          "ExitCode",
          "Submit",
          "Eligible",
          "Start",
          "End",
          "Elapsed",
          "ElapsedRaw",
          "NodeList",
          "AllocCPUS",
          "NCPUS",
          "TotalCPU",
          "Account",
          "User");
  private static final int MIN_KNOWN = 2;
  private static final Pattern LOG_LINE =
      Pattern.compile("(?m)^\\[\\d{4}-\\d\\d-\\d\\dT[\\d:.]+[^\\]]{0,6}\\] .*\\bJobId=\\d");
  private static final Pattern WORKFLOW_START =
      Pattern.compile("\\Astart\\t\\d{9,10}(\\.\\d+)?\\s");

  private final boolean holdsJobs;

  SlurmFile(boolean holdsJobs) {
    this.holdsJobs = holdsJobs;
  }

  /** Whether it holds jobs with their times. */
  boolean holdsJobs() {
    return holdsJobs;
  }

  /** Recognises a file by its content. */
  static Optional<SlurmFile> of(TraceFile file) {
    String head = file.head();
    if (head.startsWith("JobId=")) {
      return dump(head);
    }
    if (head.startsWith("NodeName=")) {
      return head.contains(" CPUTot=") ? Optional.of(NODES) : Optional.empty();
    }
    if (head.startsWith("PartitionName=")) {
      return head.contains("TotalCPUs=") ? Optional.of(PARTITIONS) : Optional.empty();
    }
    if (head.startsWith("[")) {
      return LOG_LINE.matcher(head).find() ? Optional.of(CONTROLLER_LOG) : Optional.empty();
    }
    if (WORKFLOW_START.matcher(head).find()) {
      return Optional.of(WORKFLOW);
    }
    return TableColumns.in(file).flatMap(SlurmFile::table);
  }

  private static Optional<SlurmFile> dump(String head) {
    int line = head.indexOf('\n');
    String first = line < 0 ? head : head.substring(0, line);
    if (first.contains(" JobName=")) {
      return Optional.of(JOBS);
    }
    return first.contains(" Name=") && first.contains(" JobState=")
        ? Optional.of(COMPLETION)
        : Optional.empty();
  }

  private static Optional<SlurmFile> table(TableColumns columns) {
    if (columns.hasAny(IDS)) {
      long known = KNOWN.stream().filter(columns::has).count();
      return known >= MIN_KNOWN ? Optional.of(ACCOUNTING) : Optional.empty();
    }
    if (columns.hasAll(List.of("job", "phase", "begin", "end"))) {
      return Optional.of(PHASES);
    }
    if (columns.hasAll(List.of("job", "before", "after"))) {
      return Optional.of(SUBMISSIONS);
    }
    return columns.hasAll(List.of("from", "to")) ? Optional.of(EDGES) : Optional.empty();
  }
}
