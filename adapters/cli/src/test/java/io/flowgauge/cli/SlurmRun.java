package io.flowgauge.cli;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a run that was driven by a script, from what the script, its jobs and Slurm wrote: the
 * sample documents in samples/dft were made this way. A job's first and last phase are its activity
 * on its node, to the millisecond; of jobs whose node was lost Slurm's whole seconds are all there
 * is.
 */
final class SlurmRun {
  private final Path folder;
  private final RunRecorder recorder;
  private final Map<String, double[]> spans = new HashMap<>();
  private final Map<String, Double> applications = new HashMap<>();

  private SlurmRun(Path folder, String name) {
    this.folder = folder;
    this.recorder = Flowgauge.recorder(name);
  }

  static WorkflowRun read(Path folder, String name) throws IOException {
    SlurmRun run = new SlurmRun(folder, name);
    run.phases();
    run.activities();
    run.attempts();
    return run.recorder.snapshot();
  }

  private List<Map<String, String>> table(String file, String separator) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(file));
    String[] names = lines.get(0).split(separator, -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(separator, -1);
      Map<String, String> row = new HashMap<>();
      for (int k = 0; k < names.length; k++) {
        row.put(names[k], cells[k]);
      }
      rows.add(row);
    }
    return rows;
  }

  private void phases() throws IOException {
    for (Map<String, String> row : table("phases.tsv", "\t")) {
      double begin = Double.parseDouble(row.get("begin"));
      double end = row.get("end").isEmpty() ? begin : Double.parseDouble(row.get("end"));
      double[] span =
          spans.computeIfAbsent(
              row.get("job") + "/" + row.get("restart"), key -> new double[] {begin, end});
      span[0] = Math.min(span[0], begin);
      span[1] = Math.max(span[1], end);
      if (row.get("phase").equals("run")) {
        applications.put(row.get("name"), end - begin);
      }
    }
  }

  private void activities() throws IOException {
    for (Map<String, String> row : table("submissions.tsv", "\t")) {
      String id = row.get("name");
      String type = id.substring(0, id.indexOf('_'));
      recorder.activity(Activity.of(id, type, ActivityKind.COMPUTE));
      event(id, EventType.STARTED, Double.parseDouble(row.get("before")), 1);
      event(id, EventType.SUBMITTED, Double.parseDouble(row.get("after")), 1);
      recorder.wallclock(id, Times.nanos(applications.get(id)));
    }
    for (Map<String, String> row : table("edges.tsv", "\t")) {
      recorder.dependency(row.get("from"), row.get("to"));
    }
    String start =
        Files.readAllLines(folder.resolve("workflow.tsv")).get(0).replaceFirst("start\t", "");
    recorder.start(Times.nanos(Double.parseDouble(start)));
  }

  private void attempts() throws IOException {
    Map<String, Integer> attempts = new HashMap<>();
    for (Map<String, String> row : table("sacct.txt", "\\|")) {
      String job = row.get("JobID");
      if (!job.contains(".")) {
        int attempt = attempts.merge(job, 1, Integer::sum);
        attempt(row, attempt, spans.get(job + "/" + (attempt - 1)));
      }
    }
  }

  private void attempt(Map<String, String> row, int attempt, double[] span) {
    String id = row.get("JobName");
    boolean isDone = row.get("State").equals("COMPLETED");
    recorder.assign(id, attempt, row.get("NodeList"));
    event(id, EventType.ACTIVE, span[0], attempt);
    double end = isDone ? span[1] : Instant.parse(row.get("End") + "Z").getEpochSecond();
    event(id, isDone ? EventType.COMPLETED : EventType.FAILED, end, attempt);
  }

  private void event(String id, EventType type, double seconds, int attempt) {
    recorder.record(id, type, Times.nanos(seconds), attempt);
  }
}
