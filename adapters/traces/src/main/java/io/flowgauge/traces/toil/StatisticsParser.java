package io.flowgauge.traces.toil;

import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses statistics: records of workers, one after the other in a file or each in its own, and the
 * sums over them that {@code toil stats --raw} prints. Numbers are texts in the first, numbers in
 * the second. Not thread-safe.
 */
final class StatisticsParser {
  private static final Pattern NUMBER =
      Pattern.compile("-?\\d{1,15}(\\.\\d{1,40})?([eE][-+]?\\d{1,2})?");
  private static final Pattern STORE_ID = Pattern.compile("\\b(kind-[^\\s/]+/instance-\\w+)");
  private static final int MOST_JOBS = 1_000_000;

  /** What the sums have about the jobs of one name; times in nanoseconds. */
  record Sum(String name, int number, long average) {}

  final List<WorkerStatistics> workers = new ArrayList<>();
  final List<Sum> sums = new ArrayList<>();

  /** Logs of workers, which are in the records if Toil ran with {@code --logDebug}. */
  final List<List<String>> logs = new ArrayList<>();

  /** How long the leader ran, in all its runs; empty if it has not ended. */
  OptionalLong total = OptionalLong.empty();

  static boolean isRecords(TraceFile file) {
    Set<String> keys = JsonHead.keys(file);
    boolean isWorker =
        keys.contains("jobs")
            && (keys.contains("workers.logsToMaster")
                || keys.contains("workers.logs_to_leader")
                || keys.contains("workers.time"));
    return isWorker || keys.equals(Set.of("total_time", "total_clock"));
  }

  static boolean isSums(TraceFile file) {
    return JsonHead.keys(file).containsAll(Set.of("total_run_time", "total_clock", "batch_system"));
  }

  /** Whether it has nothing of any job. */
  boolean isEmpty() {
    return sums.isEmpty() && workers.stream().allMatch(worker -> worker.jobs.isEmpty());
  }

  void records(TraceFile file) throws IOException {
    JsonCursor.readAll(file, this::worker);
  }

  private void worker(JsonCursor json) throws IOException {
    WorkerStatistics worker = new WorkerStatistics();
    json.object(
        key -> {
          switch (key) {
            case "jobs" -> json.array(index -> worker.jobs.add(job(json)));
            case "workers" -> json.object(part -> messages(part, json, worker));
            case "logs" -> json.object(part -> log(part, json));
            case "total_time" -> total(json);
            default -> json.skip();
          }
        });
    workers.add(worker);
  }

  private void total(JsonCursor json) throws IOException {
    long nanos = nanos(json);
    if (nanos > 0) {
      total = OptionalLong.of(Math.addExact(total.orElse(0), nanos));
    }
  }

  private static WorkerStatistics.Job job(JsonCursor json) throws IOException {
    WorkerStatistics.Job job = new WorkerStatistics.Job();
    json.object(
        key -> {
          switch (key) {
            case "class_name" -> job.name = json.name("the name of a job");
            case "start" -> job.start = OptionalLong.of(nanos(json));
            case "time" -> job.time = OptionalLong.of(nanos(json));
            case "clock" -> job.cpu = json.scalar("a number of seconds");
            case "requested_cores" -> job.cores = json.scalar("a number of cores");
            case "succeeded" ->
                job.succeeded = Optional.of(json.scalar("True or False").equalsIgnoreCase("true"));
            default -> json.skip();
          }
        });
    if (job.name.isEmpty()) {
      throw json.error("a job without a name", "its class_name");
    }
    return job;
  }

  /** The id is only in what jobs say of the disk that they used. */
  private static void messages(String key, JsonCursor json, WorkerStatistics worker)
      throws IOException {
    if (!key.equals("logsToMaster") && !key.equals("logs_to_leader")) {
      json.skip();
      return;
    }
    json.array(
        index ->
            json.object(
                part -> {
                  if (part.equals("text")) {
                    Matcher id = STORE_ID.matcher(json.scalar("a text"));
                    if (worker.storeId.isEmpty() && id.find()) {
                      worker.storeId = id.group(1);
                    }
                  } else {
                    json.skip();
                  }
                }));
  }

  private void log(String key, JsonCursor json) throws IOException {
    if (key.equals("messages")) {
      List<String> lines = new ArrayList<>();
      json.array(index -> lines.add(json.scalar("a line of a log")));
      logs.add(lines);
    } else {
      json.skip();
    }
  }

  void sums(TraceFile file) throws IOException {
    JsonCursor.read(
        file,
        json ->
            json.object(
                key -> {
                  switch (key) {
                    case "total_run_time" -> total(json);
                    case "job_types" -> json.object(name -> sums.add(sum(name, json)));
                    default -> json.skip();
                  }
                }));
  }

  private static Sum sum(String name, JsonCursor json) throws IOException {
    long[] found = {0, 0};
    json.object(
        key -> {
          switch (key) {
            case "total_number" -> found[0] = number(json);
            case "average_time" -> found[1] = nanos(json);
            default -> json.skip();
          }
        });
    return new Sum(name, (int) found[0], found[1]);
  }

  private static long number(JsonCursor json) throws IOException {
    double number = json.number("a number of jobs").doubleValue();
    if (!(number >= 0 && number <= MOST_JOBS)) {
      throw json.error(json.found(), "a number of jobs, at most " + MOST_JOBS);
    }
    return Math.round(number);
  }

  private static long nanos(JsonCursor json) throws IOException {
    String text = json.scalar("a number of seconds");
    try {
      long nanos = NUMBER.matcher(text).matches() ? Times.nanos(new BigDecimal(text)) : -1;
      if (nanos >= 0) {
        return nanos;
      }
    } catch (IllegalArgumentException e) {
      throw json.error(json.found() + ", which is beyond 292 years", "a number of seconds");
    }
    throw json.error(json.found(), "a number of seconds, 0 or more");
  }
}
