package io.flowgauge.learning.reading;

import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds outages: attempts of several activities at one site that failed within two seconds while no
 * other attempt on their processors survived, unless that many failures may well have coincided by
 * chance. Used once.
 */
final class OutageSearch {
  private static final long TOGETHER = 2 * Times.NANOS_PER_SECOND;

  /**
   * Failures are an outage only if fewer than this number are expected to coincide in a run by
   * chance.
   */
  private static final double RARE = 0.05;

  private final WorkflowRun run;
  private final List<AttemptTime> all;
  private final long failures;
  private final Map<String, String> sites = new HashMap<>();
  private final Set<AttemptTime> hit = new HashSet<>();
  private final List<Outage> outages = new ArrayList<>();

  OutageSearch(WorkflowRun run, List<AttemptTime> all) {
    this.run = run;
    this.all = all;
    failures = all.stream().filter(AttemptTime::failed).count();
    run.processors().forEach(processor -> sites.put(processor.name(), processor.site()));
    failuresBySite().forEach(this::search);
  }

  List<Outage> outages() {
    return outages;
  }

  /** Whether an attempt failed in an outage. */
  boolean isHit(AttemptTime attempt) {
    return hit.contains(attempt);
  }

  /** Indices of the activities that outages hit. */
  Set<Integer> activities() {
    return hit.stream().map(AttemptTime::activity).collect(Collectors.toSet());
  }

  private Map<String, List<AttemptTime>> failuresBySite() {
    return all.stream()
        .filter(AttemptTime::failed)
        .sorted(Comparator.comparingLong(AttemptTime::ended))
        .collect(Collectors.groupingBy(this::site, TreeMap::new, Collectors.toList()));
  }

  private String site(AttemptTime attempt) {
    return attempt
        .attempt()
        .processor()
        .map(name -> sites.getOrDefault(name, ""))
        .filter(site -> !site.isEmpty())
        .or(() -> WorkIdentity.text("site", run.workflow().activity(attempt.activity())))
        .orElse("");
  }

  private void search(String site, List<AttemptTime> failed) {
    int from = 0;
    while (from < failed.size()) {
      int to = from + 1;
      while (to < failed.size() && failed.get(to).ended() - failed.get(from).ended() <= TOGETHER) {
        to++;
      }
      List<AttemptTime> together = failed.subList(from, to);
      if (isOutage(together)) {
        hit.addAll(together);
        outages.add(outage(site, together));
      }
      from = to;
    }
  }

  private boolean isOutage(List<AttemptTime> together) {
    int count = together.size();
    boolean several = together.stream().mapToInt(AttemptTime::activity).distinct().count() > 1;
    double others = (failures - count + 0.5) / (all.size() - count + 1);
    double byChance = all.size() * Math.pow(others, count);
    return several && byChance < RARE && !hasSurvivor(together);
  }

  private boolean hasSurvivor(List<AttemptTime> together) {
    Set<Optional<String>> places =
        together.stream().map(each -> each.attempt().processor()).collect(Collectors.toSet());
    long first = together.get(0).ended();
    long last = together.get(together.size() - 1).ended();
    return all.stream()
        .filter(each -> places.contains(each.attempt().processor()))
        .anyMatch(each -> each.begin() < first && each.ended() > last);
  }

  private Outage outage(String site, List<AttemptTime> together) {
    String place =
        site.isEmpty()
            ? together.stream()
                .flatMap(each -> each.attempt().processor().stream())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "))
            : site;
    long active = activeAt(together.get(0).ended());
    int count = together.size();
    return new Outage(
        place, count, (double) count / Math.max(count, active), secondsUntilNextActive(together));
  }

  private long activeAt(long nanos) {
    return all.stream().filter(each -> each.begin() <= nanos && each.ended() >= nanos).count();
  }

  private OptionalDouble secondsUntilNextActive(List<AttemptTime> together) {
    long first = together.get(0).ended();
    OptionalLong next =
        together.stream()
            .flatMap(each -> run.execution(each.activity()).attempts().stream())
            .map(Attempt::active)
            .flatMapToLong(OptionalLong::stream)
            .filter(active -> active >= first)
            .min();
    return next.isPresent()
        ? OptionalDouble.of(Times.seconds(next.getAsLong() - first))
        : OptionalDouble.empty();
  }
}
