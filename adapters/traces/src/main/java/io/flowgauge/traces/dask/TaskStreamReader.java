package io.flowgauge.traces.dask;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonLines;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the task stream of Dask's distributed scheduler as JSON, either an array or one record per
 * line:
 *
 * <pre>{@code
 * with get_task_stream() as stream:
 *     result.compute()
 * json.dump(stream.data, open("tasks.json", "w"), default=str)
 * }</pre>
 *
 * <p>A task is an activity, whose type is the prefix of its key, as Dask's {@code key_split}
 * computes it. Each record is an attempt; of attempts that Dask itself repeats ({@code retries})
 * only the last is in the stream. The processor is the worker, whose host is an attribute.
 *
 * <table>
 * <caption>Events and phases of an attempt</caption>
 * <tr><th></th><th>from the actions</th></tr>
 * <tr><td>PENDING</td><td>start of the first action, if it is not {@code compute}: the worker has
 *     the task, and fetches what it needs; then it waits for a thread</td></tr>
 * <tr><td>ACTIVE</td><td>start of {@code compute}</td></tr>
 * <tr><td>COMPLETED, FAILED</td><td>stop of {@code compute}, with the status OK or error</td></tr>
 * <tr><td>stage-in</td><td>{@code transfer}, from other workers, before the computation</td></tr>
 * <tr><td>extract</td><td>{@code deserialize}</td></tr>
 * <tr><td>i/o</td><td>{@code disk-read}, {@code disk-write}, of results that did not fit into
 *     memory</td></tr>
 * </table>
 *
 * <p>The stream holds neither dependencies nor the times at which tasks were assigned to workers.
 * Stateless and thread-safe.
 */
public final class TaskStreamReader implements RunReader {
  private static final Pattern ARRAY = Pattern.compile("\\s*\\[\\s*\\{");
  private static final Pattern LINE = Pattern.compile("\\s*\\{");
  private static final List<String> OWN = List.of("\"startstops\"", "\"key\"", "\"thread\"");

  /** Keys of a failed task, whose long texts may come before the times. */
  private static final List<String> FAILED = List.of("\"exception_text\"", "\"traceback_text\"");

  /** A reader, as the service loader makes it. */
  public TaskStreamReader() {}

  @Override
  public String format() {
    return "dask-task-stream";
  }

  @Override
  public Match match(TraceFile file) {
    String head = file.head();
    boolean isStream = isArray(head) || LINE.matcher(head).lookingAt();
    return isStream && (hasAll(head, OWN) || hasAll(head, FAILED)) ? Match.RUN : Match.NO;
  }

  private static boolean isArray(String head) {
    return ARRAY.matcher(head).lookingAt();
  }

  private static boolean hasAll(String head, List<String> texts) {
    return texts.stream().allMatch(head::contains);
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    into.timeBase(TimeBase.UTC);
    Remarks remarks = new Remarks();
    TaskRecording recording = new TaskRecording(into, remarks);
    if (isArray(file.head())) {
      JsonCursor.read(
          file,
          json ->
              json.array(
                  "an array of records",
                  index -> recording.add(new TaskStreamParser(json).parse(json.path()))));
    } else {
      JsonLines.read(
          file, remarks, (where, json) -> recording.add(new TaskStreamParser(json).parse(where)));
    }
    if (recording.isEmpty()) {
      throw file.error("", "no task", "one record of a task stream or more");
    }
    remarks.report(into);
    return "";
  }
}
