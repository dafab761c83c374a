package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.ProcessAnswer;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.sites.PlacedAnswer;
import io.flowgauge.sites.Sites;
import io.flowgauge.tuning.Analyzer;
import io.flowgauge.tuning.AnalyzerBuilder;
import io.flowgauge.tuning.TuningStep;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The processes to be tuned, with an analyzer for each place. Not thread-safe. */
final class Tunings implements AutoCloseable {
  /**
   * Maximum wait for an answer from another place; processes there are observed several times a
   * second.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Supplier<AnalyzerBuilder> options;
  private final List<Analyzer> analyzers = new ArrayList<>();
  private final List<PlacedStep> steps = new ArrayList<>();
  private final Deque<Runnable> closing = new ArrayDeque<>();
  private boolean goesOn;

  /**
   * A step of tuning.
   *
   * @param place its place; empty for this machine, and for processes that were given by PID
   */
  record PlacedStep(String place, TuningStep step) {}

  Tunings(Supplier<AnalyzerBuilder> options) {
    this.options = options;
  }

  private Analyzer open(String place, Consumer<AnalyzerBuilder> more) {
    AnalyzerBuilder builder = options.get().onStep(step -> add(place, step));
    more.accept(builder);
    Analyzer analyzer = builder.open();
    analyzers.add(analyzer);
    closing.push(analyzer::close);
    return analyzer;
  }

  private void add(String place, TuningStep step) {
    synchronized (steps) {
      steps.add(new PlacedStep(place, step));
    }
  }

  /** Tunes processes on this machine; those of a name as they start. */
  void here(List<Long> pids, String name) {
    Analyzer analyzer = open("", builder -> {});
    pids.forEach(analyzer::watch);
    if (name != null) {
      goesOn = true;
      ProcessTracker tracker =
          ProcessTracker.of(TrackingOptions.named(name)).listener(analyzer.listener()).start();
      closing.push(tracker::close);
    }
  }

  /**
   * Tunes processes on other machines; those of a name only if they are running now.
   *
   * @return the refusals of places, or one stating that no process has the name
   */
  List<Refusal> elsewhere(Sites sites, List<Long> pids, String name) {
    Sites patient = sites.within(PATIENCE);
    if (!pids.isEmpty()) {
      tune("", patient, pids);
    }
    List<PlacedAnswer> places =
        name == null
            ? List.of()
            : patient.performByPlace(Irl.on(TrackingOptions.named(name)).attach().build());
    for (PlacedAnswer place : places) {
      List<Long> found = place.answer().processes().stream().map(Tunings::pid).toList();
      if (!found.isEmpty()) {
        tune(place.place(), patient.at(place.place()), found);
      }
    }
    return IrlAnswer.joined(places.stream().map(PlacedAnswer::answer).toList()).notFound();
  }

  private static long pid(ProcessAnswer answer) {
    return answer.process().pid();
  }

  private void tune(String place, Sites there, List<Long> pids) {
    List<InstrumentationProvider> providers =
        List.of(there.provider("native").asProvider(), there.provider("jvm").asProvider());
    Analyzer analyzer = open(place, builder -> builder.providers(providers));
    pids.forEach(analyzer::watch);
  }

  /** Whether there is nothing to be tuned. */
  boolean isEmpty() {
    return analyzers.isEmpty();
  }

  /** Whether all processes have ended, and no more can start. */
  boolean isOver() {
    return !goesOn && analyzers.stream().allMatch(Analyzer::isIdle);
  }

  /** Returns the results so far, in the order in which they were reported. */
  List<PlacedStep> steps() {
    synchronized (steps) {
      return List.copyOf(steps);
    }
  }

  /** Undoes all changes. */
  @Override
  public void close() {
    closing.forEach(Runnable::run);
  }
}
