package io.flowgauge.sites;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How long the activities of a run took at a site, and how much of that was measured as which
 * phase. Immutable and thread-safe.
 *
 * @param site name of the site; empty for activities whose site is unknown
 * @param activities number of activities, by their last attempt
 * @param seconds sum of their times
 * @param phases measured parts of that time, in seconds; a phase that was not measured is absent
 */
public record SiteTimes(
    String site, int activities, double seconds, Map<PhaseType, Double> phases) {
  /**
   * Checks and copies the parts.
   *
   * @param site name of the site
   * @param activities how many
   * @param seconds how long
   * @param phases what was measured
   */
  public SiteTimes {
    Objects.requireNonNull(site, "site");
    Map<PhaseType, Double> copy = new EnumMap<>(PhaseType.class);
    copy.putAll(phases);
    phases = Collections.unmodifiableMap(copy);
  }

  /**
   * Returns the sites of a run. The site of an activity is the {@linkplain Processor#site() site}
   * of its processor, or comes from its processor's name if that is {@code SITE/NODE}.
   *
   * @param run the run
   * @return its sites by name; only those where an activity has ended
   */
  public static List<SiteTimes> of(WorkflowRun run) {
    Map<String, String> sites = new TreeMap<>();
    run.processors().forEach(processor -> sites.put(processor.name(), processor.site()));
    Map<String, List<ActivityExecution>> bySite = new TreeMap<>();
    for (ActivityExecution execution : run.executions()) {
      List<Attempt> attempts = execution.attempts();
      if (!attempts.isEmpty() && isTimed(attempts.get(attempts.size() - 1))) {
        String processor = attempts.get(attempts.size() - 1).processor().orElse("");
        bySite.computeIfAbsent(site(processor, sites), site -> new ArrayList<>()).add(execution);
      }
    }
    List<SiteTimes> all = new ArrayList<>();
    bySite.forEach((site, executions) -> all.add(sum(site, executions)));
    return all;
  }

  private static boolean isTimed(Attempt attempt) {
    return attempt.active().isPresent() && attempt.ended().isPresent();
  }

  private static String site(String processor, Map<String, String> sites) {
    String named = sites.getOrDefault(processor, "");
    int slash = processor.indexOf('/');
    return named.isEmpty() && slash > 0 ? processor.substring(0, slash) : named;
  }

  private static SiteTimes sum(String site, List<ActivityExecution> executions) {
    Map<PhaseType, Double> phases = new EnumMap<>(PhaseType.class);
    double seconds = 0;
    for (ActivityExecution execution : executions) {
      Attempt last = execution.attempts().get(execution.attempts().size() - 1);
      // Negative if clocks disagree.
      seconds += Math.max(0, last.ended().orElseThrow() - last.active().orElseThrow()) / 1e9;
      execution
          .phaseTimes()
          .forEach((phase, time) -> phases.merge(phase, time.toNanos() / 1e9, Double::sum));
    }
    return new SiteTimes(site, executions.size(), seconds, phases);
  }

  /**
   * Returns the fraction of the time that was measured as a phase.
   *
   * @param phase the phase
   * @return a fraction; 0 if it was not measured
   */
  public double share(PhaseType phase) {
    return seconds > 0 ? phases.getOrDefault(phase, 0.0) / seconds : 0;
  }

  /** One line, such as {@code site2: 5 activities, 20.3 s, of which external-load 9.6 s (47 %)}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(site.isEmpty() ? "no site" : site);
    text.append(activities == 1 ? ": 1 activity, " : ": " + activities + " activities, ");
    text.append(String.format(Locale.ROOT, "%.1f s", seconds));
    String before = ", of which ";
    for (Map.Entry<PhaseType, Double> phase : phases.entrySet()) {
      text.append(before)
          .append(phase.getKey().label())
          .append(
              String.format(
                  Locale.ROOT, " %.1f s (%.0f %%)", phase.getValue(), 100 * share(phase.getKey())));
      before = ", ";
    }
    return text.toString();
  }
}
