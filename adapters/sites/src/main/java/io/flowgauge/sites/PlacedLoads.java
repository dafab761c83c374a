package io.flowgauge.sites;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.resources.ActivityLoad;
import io.flowgauge.resources.LoggedLoads;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.sites.MeasuredActivity.PlacedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the load events of all places, and records how long activities waited for processors
 * there. Not thread-safe.
 */
final class PlacedLoads implements AutoCloseable {
  private static final String EVENTS = "resource.*";

  /** Longest time that one call spends on available events; the rest is left to the next call. */
  private static final long MOST_NANOS = 100_000_000;

  private final RunRecorder recorder;
  private final ReceivedLogs logs;
  private final Map<String, LogReader> readers = new LinkedHashMap<>();
  private final Map<String, LoggedLoads> loads = new LinkedHashMap<>();
  private final Map<String, ActivityLoad> recorded = new HashMap<>();
  private boolean isNew;

  private PlacedLoads(ReceivedLogs logs, RunRecorder recorder) {
    this.logs = logs;
    this.recorder = recorder;
  }

  static PlacedLoads open(Sites sites, RunRecorder recorder) throws IOException {
    PlacedLoads made =
        new PlacedLoads(ReceivedLogs.open(sites, ActivationRequest.of(EVENTS)), recorder);
    try {
      made.begin();
      return made;
    } catch (IOException e) {
      made.close();
      throw e;
    }
  }

  private void begin() throws IOException {
    for (Map.Entry<String, Path> file : logs.files().entrySet()) {
      readers.put(file.getKey(), LogReader.open(file.getValue()));
      loads.put(file.getKey(), LoggedLoads.of(file.getKey(), recorder));
    }
  }

  boolean isPlace(String name) {
    return loads.containsKey(name);
  }

  List<Refusal> refusals() {
    return logs.troubles();
  }

  /**
   * Reads the load events that have arrived or arrive within a moment.
   *
   * @param moment how long to wait at most
   */
  void keep(Duration moment) throws IOException, InterruptedException {
    boolean isMore = logs.keep(moment);
    if (!isMore) {
      return;
    }
    long begun = System.nanoTime();
    while (isMore && System.nanoTime() - begun < MOST_NANOS) {
      isMore = logs.keep(Duration.ZERO);
    }
    for (Map.Entry<String, LogReader> reader : readers.entrySet()) {
      LoggedLoads of = loads.get(reader.getKey());
      for (EventCursor event = reader.getValue().appended(); event.next(); ) {
        of.take(event);
      }
    }
    isNew = true;
  }

  /** Records how long activities waited, if there are new events. */
  void record(Map<String, MeasuredActivity> activities) {
    if (!isNew) {
      return;
    }
    isNew = false;
    Map<PlacedProcess, String> owners = new HashMap<>();
    activities.forEach((id, one) -> one.processes().forEach(each -> owners.put(each, id)));
    Map<String, List<ActivityLoad>> found = new LinkedHashMap<>();
    loads.forEach(
        (place, of) ->
            of.of(pid -> Optional.ofNullable(owners.get(new PlacedProcess(place, pid))))
                .forEach(
                    load ->
                        found.computeIfAbsent(load.activity(), id -> new ArrayList<>()).add(load)));
    found.forEach((id, parts) -> record(activities.get(id), mean(parts)));
  }

  private void record(MeasuredActivity activity, ActivityLoad load) {
    ActivityLoad whole =
        activity.seconds().isPresent() ? load.over(activity.seconds().getAsDouble()) : load;
    if (!whole.equals(recorded.put(activity.id(), whole))) {
      whole.recordInto(recorder);
    }
  }

  /**
   * Joins the loads of parts that ran side by side at several places: averages the waiting times,
   * and adds the processor times.
   */
  private static ActivityLoad mean(List<ActivityLoad> parts) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    double covered = parts.stream().mapToDouble(ActivityLoad::coveredSeconds).max().orElse(0);
    List<ActivityLoad> whole = parts.stream().map(part -> part.over(covered)).toList();
    return new ActivityLoad(
        parts.get(0).activity(),
        whole.stream().mapToDouble(ActivityLoad::externalSeconds).average().orElse(0),
        whole.stream().mapToDouble(ActivityLoad::serialisedSeconds).average().orElse(0),
        whole.stream().mapToDouble(ActivityLoad::processorSeconds).sum(),
        covered);
  }

  @Override
  public void close() throws IOException {
    try (logs) {
      for (LogReader reader : readers.values()) {
        reader.close();
      }
    }
  }
}
