package io.flowgauge.traces.chrome;

import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Processor;
import io.flowgauge.run.Site;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Draws what each processor was busy with. Used once. */
final class ProcessorTracks {
  private final WorkflowRun run;
  private final TraceEvents events;
  private final Map<String, List<Slice>> byProcessor = new HashMap<>();

  ProcessorTracks(WorkflowRun run, List<DrawnAttempt> attempts, TraceEvents events) {
    this.run = run;
    this.events = events;
    for (DrawnAttempt drawn : attempts) {
      drawn.attempt().processor().ifPresent(name -> add(name, drawn));
    }
  }

  private void add(String processor, DrawnAttempt drawn) {
    for (StateInterval state : drawn.states()) {
      if (state.state() == ActivityState.PROCESSING) {
        String name = run.workflow().activity(drawn.activity()).id();
        byProcessor
            .computeIfAbsent(processor, p -> new ArrayList<>())
            .add(
                new Slice(
                    name,
                    Slice.PROCESSOR,
                    Colour.of(drawn.attempt().outcome()),
                    state.leading().epochNanos(),
                    drawn.endOf(state)));
      }
    }
  }

  /** Draws one process per site. */
  void draw(int firstProcess, int firstThread) throws IOException {
    int process = firstProcess;
    int thread = firstThread;
    for (Site site : run.sites()) {
      events.processName(process, site.name().isEmpty() ? "processors" : "site " + site.name());
      for (Processor processor : site.processors()) {
        thread = draw(processor, process, thread);
      }
      process++;
    }
  }

  private int draw(Processor processor, int process, int firstThread) throws IOException {
    List<Slice> slices = byProcessor.getOrDefault(processor.name(), new ArrayList<>());
    slices.sort(Comparator.comparingLong(Slice::begin));
    TrackLanes lanes = new TrackLanes();
    int[] laneOf =
        slices.stream().mapToInt(slice -> lanes.take(slice.begin(), slice.end())).toArray();
    int count = Math.max(1, lanes.count());
    for (int lane = 0; lane < count; lane++) {
      String name = count == 1 ? processor.name() : processor.name() + " [" + (lane + 1) + "]";
      events.threadName(new Track(process, firstThread + lane), name);
    }
    for (int k = 0; k < slices.size(); k++) {
      Slice slice = slices.get(k);
      Track track = new Track(process, firstThread + laneOf[k]);
      events.begin(track, slice);
      if (!slice.isOpen()) {
        events.end(track, slice.end());
      }
    }
    return firstThread + count;
  }
}
