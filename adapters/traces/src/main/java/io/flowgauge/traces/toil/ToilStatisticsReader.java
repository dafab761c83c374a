package io.flowgauge.traces.toil;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads statistics of Toil ({@code --stats}): the records of workers, as they lie in the folder
 * {@code stats} of a job store, or one after the other in a file; and the sums that {@code toil
 * stats --raw} prints. Stateless and thread-safe.
 *
 * <p>A job is an activity. Records of Toil 8.1 and later tell when a job began ({@code start}, the
 * event ACTIVE), how long it took ({@code time}, T(a)) and whether it succeeded (COMPLETED, FAILED,
 * at the sum of both). Earlier ones have {@code time} only; the activities then have no events, and
 * the makespan is the stated one, which is how long the leader ran. With {@code --logDebug},
 * records hold the logs of workers, with times. Sums have times of single jobs only where a name is
 * that of one job; else each has the average. There are no dependencies.
 */
public final class ToilStatisticsReader implements RunReader {
  /** A job store names each record by chance. */
  private static final Pattern OF_STORE = Pattern.compile("stats[0-9a-f-]{16,}(\\.new)?");

  /** A reader, as the service loader makes it. */
  public ToilStatisticsReader() {}

  @Override
  public String format() {
    return "toil-statistics";
  }

  @Override
  public Match match(TraceFile file) {
    return StatisticsParser.isRecords(file) || StatisticsParser.isSums(file) ? Match.RUN : Match.NO;
  }

  /** Files of a job store are one run; sums stand behind records. */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    List<TraceFile> records = runs.stream().filter(StatisticsParser::isRecords).toList();
    List<TraceFile> all = records.isEmpty() ? runs : records;
    boolean isOne = all.size() == 1 || all.stream().allMatch(ToilStatisticsReader::isOfStore);
    return isOne
        ? all.stream().min(Comparator.comparing(file -> file.path().toString()))
        : Optional.empty();
  }

  private static boolean isOfStore(TraceFile file) {
    return OF_STORE.matcher(file.fileName()).matches();
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    into.timeBase(TimeBase.UTC);
    List<TraceFile> all = new ArrayList<>(List.of(file));
    all.addAll(companions);
    StatisticsParser found = parse(all).stream().findFirst().orElseThrow();
    if (found.isEmpty()) {
      throw file.error("", "statistics of no job", "the statistics of one job or more");
    }
    ToilLog log = new ToilLog();
    found.logs.forEach(log::worker);
    ToilRecording recording = new ToilRecording(log);
    recording.add(found);
    recording.record(into);
    if (!recording.hasTimes()) {
      into.diagnostic(
          Diagnostic.warning(
              file.fileName(),
              "statistics of this version have no time of day, only how long jobs took; times are in"
                  + " the log of Toil's standard error, or in statistics of Toil 8.1 and later"));
    }
    return "";
  }

  /** Parses statistics: those of each run apart, and sums only if there is nothing else. */
  static List<StatisticsParser> parse(List<TraceFile> files) throws IOException {
    Map<Path, StatisticsParser> runs = new LinkedHashMap<>();
    for (TraceFile file : files) {
      if (StatisticsParser.isRecords(file)) {
        Path run = isOfStore(file) ? file.path().resolveSibling("") : file.path();
        runs.computeIfAbsent(run, any -> new StatisticsParser()).records(file);
      }
    }
    for (TraceFile file : files) {
      if (runs.isEmpty() && StatisticsParser.isSums(file)) {
        runs.computeIfAbsent(file.path(), any -> new StatisticsParser()).sums(file);
      }
    }
    return List.copyOf(runs.values());
  }
}
