package io.flowgauge.tuning;

import io.flowgauge.instrumentation.InstrumentationProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/** Options of an {@link Analyzer}. Not thread-safe. */
public final class AnalyzerBuilder {
  private static final Duration SHORTEST = Duration.ofMillis(50);

  private List<Tunlet> tunlets = installed();
  private List<InstrumentationProvider> providers = Analyzer.installed();
  private Duration interval = Duration.ofMillis(200);
  private boolean isDry;
  private final List<Consumer<TuningStep>> listeners = new ArrayList<>();

  AnalyzerBuilder() {}

  /**
   * Returns all installed tunlets.
   *
   * @return the tunlets that {@link ServiceLoader} finds with the class loader of this library,
   *     ordered by name
   */
  public static List<Tunlet> installed() {
    return ServiceLoader.load(Tunlet.class, Tunlet.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(Tunlet::name))
        .toList();
  }

  /**
   * Sets which tunlets run.
   *
   * @param some tunlets of different names; by default all that are installed
   * @return this
   * @throws IllegalArgumentException if two have the same name
   */
  public AnalyzerBuilder tunlets(List<Tunlet> some) {
    Set<String> names = new HashSet<>();
    for (Tunlet tunlet : some) {
      if (!names.add(tunlet.name())) {
        throw new IllegalArgumentException("two tunlets are called " + tunlet.name());
      }
    }
    tunlets = List.copyOf(some);
    return this;
  }

  /**
   * Sets the providers that attach to processes.
   *
   * @param some providers; by default all that are installed
   * @return this
   */
  public AnalyzerBuilder providers(List<InstrumentationProvider> some) {
    providers = List.copyOf(some);
    return this;
  }

  /**
   * Sets how often processes are examined. Tunlets decide, and guards judge, after at least four
   * times.
   *
   * @param every 50 ms or more; 200 ms by default
   * @return this
   * @throws IllegalArgumentException if it is shorter
   */
  public AnalyzerBuilder interval(Duration every) {
    if (every.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException("the interval must be 50 ms or more, but is " + every);
    }
    interval = every;
    return this;
  }

  /**
   * Changes nothing, and reports each change that would be made as {@linkplain
   * TuningStep.State#PROPOSED proposed}.
   *
   * @return this
   */
  public AnalyzerBuilder dryRun() {
    isDry = true;
    return this;
  }

  /**
   * Adds a listener, which receives each step in the analyzer's own thread.
   *
   * @param listener receives steps
   * @return this
   */
  public AnalyzerBuilder onStep(Consumer<TuningStep> listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Starts the analyzer.
   *
   * @return an analyzer that watches nothing yet
   */
  public Analyzer open() {
    return new Analyzer(this);
  }

  List<Tunlet> chosen() {
    return tunlets;
  }

  List<InstrumentationProvider> providers() {
    return providers;
  }

  Duration interval() {
    return interval;
  }

  boolean isDry() {
    return isDry;
  }

  List<Consumer<TuningStep>> listeners() {
    return listeners;
  }
}
