package io.flowgauge.resources;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads logs that {@link ResourceLog} wrote and that hold no run, such as those of {@code flowgauge
 * resources --log}. Next to the trace of a run, such a log adds the load of its host to the run.
 * Alone, it is read as a run of the watched processes: each is an activity from its first to its
 * last sample, with its program as type. Stateless and thread-safe.
 */
public final class ResourceLogReader implements RunReader {
  /** The start of a block of an event log, without its first byte, which is not text. */
  private static final String MARKER = "FGL\r\n\u001A\0";

  private static final String OF_RUNS = "run.";

  /** Creates a reader of resource logs. */
  public ResourceLogReader() {}

  @Override
  public String format() {
    return "resource-log";
  }

  @Override
  public boolean isSupplementary() {
    return true;
  }

  @Override
  public Match match(TraceFile file) {
    if (!file.head().contains(MARKER)) {
      return Match.NO;
    }
    try (LogReader log = LogReader.open(file.path())) {
      Set<EventSchema> schemas = Set.copyOf(log.schemas());
      boolean ofRun = schemas.stream().anyMatch(schema -> schema.name().startsWith(OF_RUNS));
      return schemas.contains(ResourceLog.HOST_SCHEMA) && !ofRun ? Match.RUN : Match.NO;
    } catch (IOException e) {
      return Match.NO; // The error will show when the file is read.
    }
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Reading reading = new Reading(into);
    try (LogReader log = LogReader.open(file.path())) {
      for (EventCursor event = log.cursor(); event.next(); ) {
        reading.take(event);
      }
    }
    reading.finish();
    return "";
  }

  /** The state of reading one log. Not thread-safe. */
  private static final class Reading {
    private static final int PID = 0;
    private static final int PROGRAM = 1;
    private static final int ACTIVITY = 2;
    private static final int SECONDS = 3;

    private final RunRecorder into;
    private final HostSeries series;

    /**
     * Time of the last event of each host itself; events of its processes in that sample follow it.
     */
    private final Map<String, Long> lastOfHost = new HashMap<>();

    private final Map<String, Seen> activities = new LinkedHashMap<>();
    private long last = Long.MIN_VALUE;

    /** An activity's host and the time of its last sample. */
    private record Seen(String host, long time) {}

    Reading(RunRecorder into) {
      this.into = into;
      series = new HostSeries(into);
    }

    void take(EventCursor event) {
      String host = event.source().map(StreamIdentity::host).orElse("");
      host = host.isEmpty() ? "localhost" : host;
      if (event.schema().equals(ResourceLog.HOST_SCHEMA)) {
        host(event, host);
      } else if (event.schema().equals(ResourceLog.PROCESS_SCHEMA)) {
        process(event, host);
      }
    }

    private void host(EventCursor event, String host) {
      long time = event.timeNanos();
      series.take(event, host);
      lastOfHost.put(host, time);
      last = Math.max(last, time);
    }

    private void process(EventCursor event, String host) {
      String named = event.string(ACTIVITY);
      String id = named.isEmpty() ? event.string(PROGRAM) + " " + event.int64(PID) : named;
      long time = event.timeNanos();
      if (activities.put(id, new Seen(host, time)) == null) {
        into.activity(Activity.of(id, event.string(PROGRAM)));
        into.record(
            id, EventType.ACTIVE, time - Times.nanos(Math.max(0, event.float64(SECONDS))), 1);
        into.assign(id, 1, host);
      }
      last = Math.max(last, time);
    }

    /** Ends the run. A process that is not in the last sample of its host has ended. */
    void finish() {
      long ended = 0;
      for (var activity : activities.entrySet()) {
        Seen seen = activity.getValue();
        if (seen.time() < lastOfHost.getOrDefault(seen.host(), Long.MIN_VALUE)) {
          into.record(activity.getKey(), EventType.COMPLETED, seen.time(), 1);
          ended++;
        }
      }
      if (ended > 0) {
        into.diagnostic(
            Diagnostic.info(
                "activities",
                (ended == 1 ? "1 process" : ended + " processes")
                    + " ended at an unknown time and with an unknown result: taken as completed at the"
                    + " last sample of each"));
      }
      if (last != Long.MIN_VALUE) {
        into.end(last);
      }
    }
  }
}
