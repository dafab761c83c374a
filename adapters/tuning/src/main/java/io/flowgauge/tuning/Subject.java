package io.flowgauge.tuning;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.tuning.TuningStep.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One tunlet applied to one program, or to one process of it. Not thread-safe. */
final class Subject {
  private final Tunlet tunlet;
  private final double decisionSeconds;
  private final Guard guard;
  private final String program;
  private final boolean isDry;
  private final Consumer<TuningStep> listener;
  private final Map<TunedProcess, Snapshot> first = new LinkedHashMap<>();
  private final Map<TunedProcess, Snapshot> last = new LinkedHashMap<>();
  private final Set<TunedProcess> late = new HashSet<>();
  private final Set<Change> tried = new HashSet<>();
  private final List<AppliedChange> made = new ArrayList<>();
  private final List<Change> kept = new ArrayList<>();
  private final RateSeries rates = new RateSeries();
  private Rate before = Rate.NONE;
  private long changedAt;
  private boolean isGuarding;
  private boolean isBroken;

  Subject(Tunlet tunlet, String program, boolean isDry, Consumer<TuningStep> listener) {
    this.tunlet = tunlet;
    this.guard = tunlet.guard();
    decisionSeconds = tunlet.observed().toNanos() / 1e9;
    this.program = program;
    this.isDry = isDry;
    this.listener = listener;
  }

  /**
   * Adds a process. A process that comes later gets the changes that the others have. Its calls do
   * not count towards a rate that is compared with one measured without it.
   */
  void add(TunedProcess process) {
    Snapshot now = process.snapshot();
    first.put(process, now);
    last.put(process, now);
    kept.forEach(change -> process.process().change(change));
    if (isGuarding) {
      late.add(process);
      process.process().change(made.get(0).change()).value().ifPresent(made::add);
    } else {
      rates.clear();
    }
  }

  boolean isGuarding() {
    return isGuarding;
  }

  Set<TunedProcess> processes() {
    return last.keySet();
  }

  /**
   * Observes one interval, then guards a change or decides on one.
   *
   * @param isFree whether a process may be changed now
   */
  void tick(Predicate<TunedProcess> isFree) {
    boolean isWhole = last.keySet().stream().allMatch(TunedProcess::isAlive);
    if (isBroken || !isWhole) {
      removeEnded();
      return;
    }
    observe();
    if (isGuarding) {
      checkGuard();
    } else if (isDue()) {
      decide(isFree);
    }
  }

  /** Removes ended processes, which need no guard; the others are observed anew. */
  private void removeEnded() {
    if (isGuarding) {
      kept.add(made.get(0).change());
      finish(State.KEPT, "a process ended before the guard had watched long enough");
    }
    last.keySet().removeIf(process -> !process.isAlive());
    first.keySet().retainAll(last.keySet());
    rates.clear();
  }

  /**
   * Gives up the processes, because their machine cannot be reached. Their changes end with the
   * lease there.
   */
  void lose(Refusal why) {
    Optional<Change> change =
        made.stream()
            .map(AppliedChange::change)
            .findFirst()
            .or(() -> kept.stream().reduce((one, later) -> later));
    report(
        change,
        change.isPresent() ? State.UNDONE : State.REFUSED,
        Rate.NONE,
        why.message()
            + (change.isPresent() ? "; the change is undone there when the lease ends" : ""));
    isGuarding = false;
    made.clear();
    first.clear();
    last.clear();
  }

  /** Ends the tuning. A change that was made stays until the process is released. */
  void fail(String reason) {
    if (!isBroken) {
      isBroken = true;
      isGuarding = false;
      Optional<Change> change = made.stream().map(AppliedChange::change).findFirst();
      made.clear();
      String rest = change.isPresent() ? "; the change stays until its process or tuning ends" : "";
      report(change, State.REFUSED, Rate.NONE, reason + rest);
    }
  }

  private void observe() {
    double calls = 0;
    for (Map.Entry<TunedProcess, Snapshot> each : last.entrySet()) {
      Snapshot now = each.getKey().snapshot();
      if (!late.contains(each.getKey())) {
        calls += now.since(each.getValue(), each.getKey().pid()).calls(guard.regions());
      }
      each.setValue(now);
    }
    rates.add(calls);
  }

  private boolean isDue() {
    return !last.isEmpty() && seconds() >= decisionSeconds && Verdict.isKnown(rates.rate());
  }

  private double seconds() {
    return last.entrySet().stream()
        .mapToDouble(each -> each.getValue().secondsSince(first.get(each.getKey())))
        .min()
        .orElse(0);
  }

  private int processors() {
    return last.keySet().stream().mapToInt(TunedProcess::processors).min().orElse(1);
  }

  private void decide(Predicate<TunedProcess> isFree) {
    List<ObservedProcess> observed = new ArrayList<>();
    last.forEach((process, now) -> observed.add(now.since(first.get(process), process.pid())));
    Observation observation = new Observation(program, processors(), seconds(), observed, kept);
    first.putAll(last);
    Optional<Change> change;
    try {
      change = tunlet.decide(observation).filter(wanted -> !tried.contains(wanted));
    } catch (RuntimeException | Error e) { // A user's tunlet can throw anything.
      fail("the tunlet failed: " + e);
      return;
    }
    if (change.isPresent() && last.keySet().stream().allMatch(isFree)) {
      tried.add(change.get());
      before = rates.rate();
      if (isDry) {
        report(change, State.PROPOSED, Rate.NONE, "");
      } else {
        make(change.get());
      }
    }
  }

  private void make(Change change) {
    made.clear();
    for (TunedProcess process : last.keySet()) {
      Outcome<AppliedChange> outcome = process.process().change(change);
      Optional<Refusal> refusal = outcome.refusal();
      if (refusal.isPresent()) {
        undo();
        report(Optional.of(change), State.REFUSED, Rate.NONE, refusal.get().message());
        return;
      }
      made.add(outcome.orThrow());
    }
    changedAt = System.nanoTime();
    isGuarding = true;
    rates.clear();
    report(Optional.of(change), State.MADE, Rate.NONE, "");
  }

  private void checkGuard() {
    Duration since = Duration.ofNanos(System.nanoTime() - changedAt);
    if (Verdict.hasFallen(guard, before, rates.rate(), since)) {
      List<String> left = undo();
      String reason = "the rate of " + guard.regions() + " fell";
      finish(State.UNDONE, left.isEmpty() ? reason : reason + "; " + String.join("; ", left));
    } else if (Verdict.isOver(guard, rates.rate(), since)) {
      kept.add(made.get(0).change());
      finish(State.KEPT, "");
    }
  }

  /** Undoes the changes made, the last one first; returns why some could not be undone. */
  List<String> undo() {
    List<String> left = new ArrayList<>();
    for (int k = made.size() - 1; k >= 0; k--) {
      made.get(k).undo().refusal().ifPresent(why -> left.add(why.message()));
    }
    return left;
  }

  private void finish(State state, String reason) {
    Optional<Change> change = made.stream().map(AppliedChange::change).findFirst();
    isGuarding = false;
    report(change, state, rates.rate(), reason);
    made.clear();
    late.clear();
    rates.clear();
    first.putAll(last);
  }

  private void report(Optional<Change> change, State state, Rate after, String reason) {
    List<Long> pids = last.keySet().stream().map(TunedProcess::pid).toList();
    listener.accept(
        new TuningStep(
            Instant.now(), tunlet.name(), program, pids, change, state, before, after, reason));
  }
}
