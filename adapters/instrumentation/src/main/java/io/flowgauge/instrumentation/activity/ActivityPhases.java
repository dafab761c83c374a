package io.flowgauge.instrumentation.activity;

import io.flowgauge.instrumentation.Profile;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The time that the processes of one activity spent in communication, synchronization and
 * input/output, from their profiles. Joins profiles with a run: the activity's overhead tree gets
 * its measured classes ([Nerieri] §III-B, parallel processing).
 *
 * <pre>{@code
 * List<Profile> ranks = …; // of each process of activity "solve"
 * ActivityPhases.of(ranks).recordInto(recorder, "solve");
 * Flowgauge.report(recorder.snapshot());         // communication, synchronization, other parallel
 * }</pre>
 *
 * <p>If a mapped region is called from within another, directly or not, its time counts once, for
 * the outer region: a {@code write} inside {@code MPI_File_write} is part of the latter. With
 * {@code t_i(p)} the seconds of phase p in thread i, over the threads of all processes, the
 * activity spent
 *
 * <p>{@code T(p) = Σ_i t_i(p) / k}
 *
 * <p>in p, where k is the mean number of concurrent threads: {@code k = Σ_i l_i / |∪ L_i|}, L_i the
 * interval from the thread's first entry into a region with a sensor to its last exit, l_i its
 * length. For k threads that live as long as the activity T(p) is their mean; for threads that
 * follow one another it is their sum. {@code Σ_p T(p)} never exceeds the time they cover. Threads
 * that never entered a region with a sensor are unknown and not in k; {@link #withThreads} states
 * the true number.
 *
 * <p>A profile knows durations, not moments, so the run gets them as {@linkplain
 * io.flowgauge.run.ActivityExecution#phaseTimes() phase times} without begin and end. Immutable and
 * thread-safe.
 */
public final class ActivityPhases {
  private final Map<PhaseType, Double> threadSeconds;
  private final double threads;
  private final int processes;

  private ActivityPhases(Map<PhaseType, Double> threadSeconds, double threads, int processes) {
    this.threadSeconds = threadSeconds;
    this.threads = threads;
    this.processes = processes;
  }

  /**
   * Returns the phases by the {@linkplain PhaseMapping#defaults() default mapping}.
   *
   * @param profiles the last profile of each process of the activity's last attempt
   * @return the phases; none if there are no profiles
   */
  public static ActivityPhases of(Collection<Profile> profiles) {
    return of(profiles, PhaseMapping.defaults());
  }

  /**
   * Returns the phases by a mapping.
   *
   * @param profiles the last profile of each process of the activity's last attempt
   * @param mapping which regions are which phase
   * @return the phases; none if there are no profiles
   */
  public static ActivityPhases of(Collection<Profile> profiles, PhaseMapping mapping) {
    Objects.requireNonNull(mapping, "mapping");
    List<Profile> all = List.copyOf(profiles);
    Map<PhaseType, Double> sums = new EnumMap<>(PhaseType.class);
    for (Profile profile : all) {
      OutermostTimes.of(profile, mapping)
          .forEach((phase, seconds) -> sums.merge(phase, seconds, Double::sum));
    }
    return new ActivityPhases(sums, Concurrency.of(all), all.size());
  }

  /**
   * Returns the same phases for another number of threads.
   *
   * @param number mean number of concurrent threads in all processes together, 1 or more
   * @return new phases
   * @throws IllegalArgumentException if the number is below 1, or not finite
   */
  public ActivityPhases withThreads(double number) {
    if (!(number >= 1 && Double.isFinite(number))) {
      throw new IllegalArgumentException("threads must be 1 or more, but is " + number);
    }
    return new ActivityPhases(threadSeconds, number, processes);
  }

  /**
   * Returns the mean number of concurrent threads.
   *
   * @return k, 1 or more
   */
  public double threads() {
    return threads;
  }

  /**
   * Returns the time of all threads in a phase.
   *
   * @param phase the phase
   * @return Σ t_i(p), thread seconds; 0 if no mapped region of it was called
   */
  public double threadSeconds(PhaseType phase) {
    return threadSeconds.getOrDefault(phase, 0.0);
  }

  /**
   * Returns the time the activity spent in each phase.
   *
   * @return T(p) in seconds, in order of the phases; those that were never entered are left out
   */
  public Map<PhaseType, Double> seconds() {
    Map<PhaseType, Double> seconds = new EnumMap<>(PhaseType.class);
    threadSeconds.forEach((phase, sum) -> seconds.put(phase, sum / threads));
    return Collections.unmodifiableMap(seconds);
  }

  /**
   * Records these phases in a run. They replace the phases recorded before, so this can be repeated
   * while the activity runs.
   *
   * @param recorder the recorder of the run
   * @param activity id of the activity
   */
  public void recordInto(RunRecorder recorder, String activity) {
    Objects.requireNonNull(activity, "activity");
    seconds()
        .forEach((phase, seconds) -> recorder.phaseTime(activity, phase, Times.nanos(seconds)));
  }

  @Override
  public String toString() {
    return "ActivityPhases["
        + seconds().entrySet().stream()
            .map(e -> String.format(Locale.ROOT, "%s=%.3g s, ", e.getKey().label(), e.getValue()))
            .collect(Collectors.joining())
        + processes
        + " processes, "
        + String.format(Locale.ROOT, "%.1f threads]", threads);
  }
}
