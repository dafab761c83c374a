package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the dependencies of jobs: in a table of edges, or else in the argument of {@code sbatch
 * --dependency}, if Slurm still has it. Not thread-safe.
 */
final class JobDependencies {
  private static final Pattern CLAUSE = Pattern.compile("(after\\w*):([^,?]+)");
  private static final Pattern JOB = Pattern.compile("(\\d{1,12}(?:_(?:\\d{1,9}|\\*))?)[^:]*");

  /** Kinds of dependencies that are met when the other job ends. */
  private static final Set<String> ON_END =
      Set.of("afterany", "afterok", "afternotok", "aftercorr");

  /** Maximum number of dependencies; more, as between two large arrays, are not a workflow. */
  private static final int MAX_DEPENDENCIES = 1_000_000;

  private final JobNames names;
  private final Remarks remarks;
  private final RunRecorder into;
  private final Set<Link> links = new LinkedHashSet<>();

  private record Link(JobLife from, JobLife to) {}

  JobDependencies(JobNames names, Remarks remarks, RunRecorder into) {
    this.names = names;
    this.remarks = remarks;
    this.into = into;
  }

  /** Looks for dependencies, and tells each job which jobs it waited for. */
  void find(ScriptTables tables, String source) {
    tables.edges.forEach(this::edge);
    String from = String.join(", ", tables.edgeFiles);
    if (links.isEmpty()) {
      names.lives().forEach(this::addDependencies);
      from = "--dependency of the jobs in " + source;
    }
    into.diagnostic(
        Diagnostic.info(
            source,
            links.isEmpty()
                ? "dependencies: none: Slurm forgets them when they are met, and next to its"
                    + " records there is no table with the columns from and to"
                : "dependencies: " + links.size() + " from " + from));
    links.forEach(link -> link.to().waitsFor(link.from()));
  }

  void record() {
    links.forEach(link -> into.dependency(link.from().id(), link.to().id()));
  }

  private void edge(ScriptTables.Edge edge) {
    JobLife from = names.find(edge.from()).orElse(null);
    JobLife to = names.find(edge.to()).orElse(null);
    if (from == null || to == null) {
      remarks.warn(
          "edges left out, because they name several jobs, or a job that is not in the records",
          edge.from() + " -> " + edge.to());
    } else {
      link(from, to);
    }
  }

  private void addDependencies(JobLife life) {
    String dependency = life.dependency();
    if (dependency.isEmpty()) {
      return;
    }
    Matcher clauses = CLAUSE.matcher(dependency);
    while (clauses.find()) {
      if (!ON_END.contains(clauses.group(1))) {
        remarks.info("dependencies on the start of another job, left out", life.id());
        continue;
      }
      Matcher jobs = JOB.matcher(clauses.group(2));
      while (jobs.find()) {
        addDependenciesOn(jobs.group(1), life, clauses.group(1).equals("aftercorr"));
      }
    }
  }

  private void addDependenciesOn(String id, JobLife life, boolean corresponding) {
    List<JobLife> earlier = names.withId(id);
    if (earlier.isEmpty()) {
      remarks.warn(
          "dependencies left out, because they name a job that is not in the records",
          life.id() + " on " + id);
    }
    String task = task(life.first().id());
    for (JobLife from : earlier) {
      if (!corresponding || task(from.first().id()).equals(task)) {
        link(from, life);
      }
    }
  }

  private static String task(String id) {
    return id.substring(id.indexOf('_') + 1);
  }

  private void link(JobLife from, JobLife to) {
    if (from == to || links.size() == MAX_DEPENDENCIES) {
      remarks.warn(
          "dependencies left out, because they are of a job on itself or there are more than a"
              + " million",
          to.id());
    } else {
      links.add(new Link(from, to));
    }
  }
}
