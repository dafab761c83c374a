package io.flowgauge.traces.toil;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The output of {@code toil stats --raw}: sums by the name of a job. Not thread-safe. */
final class ToilStatistics {
  private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
  private static final BigDecimal MOST = BigDecimal.valueOf(9_000_000_000L);

  private final TraceFile file;
  private final Map<String, JobType> types = new LinkedHashMap<>();
  private OptionalLong makespan = OptionalLong.empty();

  /** Number and total time of the jobs with a name. */
  private static final class JobType {
    int count;
    long nanos;
  }

  private ToilStatistics(TraceFile file) {
    this.file = file;
  }

  static boolean fits(TraceFile file) {
    return JsonHead.keys(file).containsAll(List.of("total_run_time", "batch_system"));
  }

  static ToilStatistics parse(TraceFile file) throws IOException {
    ToilStatistics statistics = new ToilStatistics(file);
    JsonCursor.read(file, statistics::parse);
    return statistics;
  }

  private void parse(JsonCursor json) throws IOException {
    json.object(
        key -> {
          switch (key) {
            case "total_run_time" -> makespan = makespan(json);
            case "job_types" -> json.object(name -> types.put(name, type(json)));
            default -> json.skip();
          }
        });
  }

  /** Reads the makespan, which is an object if the run has not finished. */
  private static OptionalLong makespan(JsonCursor json) throws IOException {
    if (json.isObject()) {
      json.skip();
      return OptionalLong.empty();
    }
    return OptionalLong.of(nanos(json));
  }

  private static JobType type(JsonCursor json) throws IOException {
    JobType type = new JobType();
    json.object(
        key -> {
          switch (key) {
            case "total_number" -> type.count = json.number("a number of jobs").intValue();
            case "total_time" -> type.nanos = nanos(json);
            default -> json.skip();
          }
        });
    return type;
  }

  private static long nanos(JsonCursor json) throws IOException {
    String expected = "seconds, 0 or more";
    BigDecimal seconds = json.number(expected);
    if (seconds.signum() < 0 || seconds.compareTo(MOST) > 0) {
      throw json.error(json.found(), expected);
    }
    return seconds.multiply(NANOS).longValue();
  }

  /** Records a run from the statistics alone. */
  void recordInto(RunRecorder into) {
    makespan.ifPresent(into::recordedMakespan);
    int summed = 0;
    for (Map.Entry<String, JobType> each : types.entrySet()) {
      if (each.getValue().count == 1) {
        String name = label(each.getKey());
        into.activity(Activity.of(each.getKey(), new ToilJob(name, "").type()));
        into.wallclock(each.getKey(), each.getValue().nanos);
      } else {
        summed += each.getValue().count;
      }
    }
    if (summed > 0) {
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(),
              summed
                  + " jobs left out, because several have the same name and only their sums are"
                  + " known"));
    }
    into.diagnostic(
        Diagnostic.info(
            file.fileName(),
            "statistics have no times of day, so it is not known what overlapped"));
  }

  /** Records T of a log's jobs, if both the job and the sum are unique for their name. */
  void recordTimes(Map<ToilJob, String> ids, RunRecorder into) {
    Map<String, ToilJob> byLabel = new LinkedHashMap<>();
    Map<String, Integer> uses = new LinkedHashMap<>();
    for (ToilJob job : ids.keySet()) {
      byLabel.put(job.label, job);
      uses.merge(job.label, 1, Integer::sum);
    }
    types.forEach(
        (name, type) -> {
          String label = byLabel.containsKey(name) ? name : label(name);
          if (type.count == 1 && uses.getOrDefault(label, 0) == 1) {
            into.wallclock(ids.get(byLabel.get(label)), type.nanos);
          }
        });
  }

  /** Returns a name such as {@code CWLJob movie.0.render} without the kind of the job. */
  private static String label(String name) {
    int space = name.indexOf(' ');
    return space < 0 ? name : name.substring(space + 1);
  }
}
