package io.flowgauge.control;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.activity.PhaseMapping;
import io.flowgauge.live.LiveRun;
import io.flowgauge.run.RunRecorder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Options of an {@link AnalysisControl}. Not thread-safe. */
public final class AnalysisControlBuilder {
  private static final double DEFAULT_BUDGET = 0.01;

  final LiveRun run;
  final List<Consumer<Decision>> decisionListeners = new ArrayList<>();
  final List<Consumer<Finding>> findingListeners = new ArrayList<>();
  List<Policy> policies = List.of(Policy.late(), Policy.dominantOverhead(0.2), Policy.sample(2));
  List<InstrumentationProvider> providers = byPreference(Instrumentation.providers());
  PhaseMapping mapping = PhaseMapping.defaults();
  Optional<RunRecorder> recorder = Optional.empty();
  double budget = DEFAULT_BUDGET;

  AnalysisControlBuilder(LiveRun run) {
    this.run = Objects.requireNonNull(run, "run");
  }

  /**
   * Puts the native provider last: it can attach to any process, but others know their own kind
   * better.
   */
  private static List<InstrumentationProvider> byPreference(List<InstrumentationProvider> all) {
    return all.stream()
        .sorted(Comparator.comparing(provider -> provider.name().equals("native")))
        .toList();
  }

  /**
   * Sets which activities are worth examining, by policies, the most important first.
   *
   * @param some policies of different names; by default {@link Policy#late()}, {@link
   *     Policy#dominantOverhead} from 20 % on, and {@link Policy#sample} of two of each type
   * @return this
   * @throws IllegalArgumentException if there is none, or two have the same name
   */
  public AnalysisControlBuilder policies(List<Policy> some) {
    Set<String> names = new HashSet<>();
    for (Policy policy : some) {
      if (!names.add(policy.name())) {
        throw new IllegalArgumentException("two policies are called " + policy.name());
      }
    }
    if (some.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one policy, but there is none");
    }
    policies = List.copyOf(some);
    return this;
  }

  /**
   * Sets how much processor time may be spent by the control, by the helpers of providers, and by
   * sensors, according to their measured cost.
   *
   * @param fraction fraction of the time that activities run, above 0 and at most 1; 0.01 by
   *     default, which for 4 activities that run for 10 s each allows 0.4 s
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public AnalysisControlBuilder budget(double fraction) {
    if (!(fraction > 0 && fraction <= 1)) {
      throw new IllegalArgumentException(
          "the budget must be above 0 and at most 1, but is " + fraction);
    }
    budget = fraction;
    return this;
  }

  /**
   * Sets where measured phases and code regions are recorded, about once a second.
   *
   * @param recorder the recorder of the run; by default they are not recorded
   * @return this
   */
  public AnalysisControlBuilder recorder(RunRecorder recorder) {
    this.recorder = Optional.of(recorder);
    return this;
  }

  /**
   * Sets which regions get sensors, in addition to a region that was found.
   *
   * @param mapping regions that are communication, synchronization or input/output; by default
   *     {@link PhaseMapping#defaults()}
   * @return this
   */
  public AnalysisControlBuilder mapping(PhaseMapping mapping) {
    this.mapping = Objects.requireNonNull(mapping, "mapping");
    return this;
  }

  /**
   * Sets the providers that attach to processes.
   *
   * @param some providers, in the order in which they are tried; by default all that are installed
   * @return this
   */
  public AnalysisControlBuilder providers(List<InstrumentationProvider> some) {
    providers = List.copyOf(some);
    return this;
  }

  /**
   * Adds a listener, which receives each decision in the control's thread.
   *
   * @param listener receives decisions
   * @return this
   */
  public AnalysisControlBuilder onDecision(Consumer<Decision> listener) {
    decisionListeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Adds a listener, which receives each finding in the control's thread.
   *
   * @param listener receives findings
   * @return this
   */
  public AnalysisControlBuilder onFinding(Consumer<Finding> listener) {
    findingListeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Starts the control.
   *
   * @return a control that knows no process yet
   */
  public AnalysisControl open() {
    return new AnalysisControl(this);
  }
}
