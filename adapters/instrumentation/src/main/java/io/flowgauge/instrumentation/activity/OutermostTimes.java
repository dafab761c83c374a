package io.flowgauge.instrumentation.activity;

import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.ThreadProfile;
import io.flowgauge.run.PhaseType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Computes the time that a process's threads spent in mapped regions not called from within other
 * mapped regions, from the edges of the call graph. Used once.
 *
 * <p>An edge from a mapped region does not count. An edge from an unmapped region counts, except
 * for the share of that region's time that itself lies beneath mapped regions. The result is exact
 * if all of that region's time, or none of it, lies beneath mapped regions; otherwise it is divided
 * in proportion to the region's time by caller.
 */
final class OutermostTimes {
  private static final double ENOUGH = 1e-12;
  private static final int ROUNDS = 1000;
  private static final double NANOS = 1e9;

  private final PhaseMapping mapping;
  private final Map<CodeRegion, Optional<PhaseType>> phases = new HashMap<>();
  private final Map<CodeRegion, List<CallEdge>> callers = new HashMap<>();

  /** The share of each unmapped region's time that lies beneath mapped regions. */
  private final Map<CodeRegion, Double> shareBeneath = new HashMap<>();

  private final Map<PhaseType, Double> seconds = new EnumMap<>(PhaseType.class);

  private OutermostTimes(PhaseMapping mapping) {
    this.mapping = mapping;
  }

  /** Returns the seconds by phase, summed over the threads. */
  static Map<PhaseType, Double> of(Profile profile, PhaseMapping mapping) {
    OutermostTimes times = new OutermostTimes(mapping);
    for (CallEdge edge : profile.callGraph()) {
      times.callers.computeIfAbsent(edge.callee(), r -> new ArrayList<>()).add(edge);
    }
    times.computeShares();
    profile.callGraph().forEach(times::count);
    profile.regions().forEach(times::countWithoutCallGraph);
    profile.threads().forEach(times::countOpen);
    return times.seconds;
  }

  private Optional<PhaseType> phase(CodeRegion region) {
    return phases.computeIfAbsent(region, mapping::phase);
  }

  /** Computes the shares from those of the callers, in rounds until they no longer change. */
  private void computeShares() {
    double change = 1;
    for (int round = 0; round < ROUNDS && change > ENOUGH; round++) {
      change = 0;
      for (CodeRegion region : callers.keySet()) {
        if (phase(region).isEmpty()) {
          double before = shareBeneath.getOrDefault(region, 0.0);
          double now = mappedShare(callers.get(region));
          shareBeneath.put(region, now);
          change = Math.max(change, Math.abs(now - before));
        }
      }
    }
  }

  private double mappedShare(List<CallEdge> edges) {
    double all = 0;
    double mapped = 0;
    for (CallEdge edge : edges) {
      boolean recursive = edge.caller().filter(edge.callee()::equals).isPresent();
      if (!recursive) {
        all += edge.totalNanos();
        mapped += edge.totalNanos() * nested(edge);
      }
    }
    return all == 0 ? 0 : mapped / all;
  }

  /** Returns the share of an edge's time that lies beneath mapped regions. */
  private double nested(CallEdge edge) {
    if (edge.caller().isEmpty()) {
      return 0;
    }
    CodeRegion caller = edge.caller().get();
    return phase(caller).isPresent() ? 1 : shareBeneath.getOrDefault(caller, 0.0);
  }

  private void count(CallEdge edge) {
    phase(edge.callee()).ifPresent(phase -> add(phase, edge.totalNanos() * (1 - nested(edge))));
  }

  /** Counts own times, which never overlap, if the provider reports no callers. */
  private void countWithoutCallGraph(RegionProfile profile) {
    if (!callers.containsKey(profile.region())) {
      phase(profile.region()).ifPresent(phase -> add(phase, profile.ownNanos()));
    }
  }

  /**
   * Counts calls in which a thread is right now: its outermost open mapped call is the longest one.
   */
  private void countOpen(ThreadProfile thread) {
    Stream<RegionProfile> open = thread.regions().stream().filter(r -> r.openCalls() > 0);
    open.filter(region -> phase(region.region()).isPresent())
        .max(Comparator.comparingDouble(RegionProfile::openNanos))
        .ifPresent(region -> add(phase(region.region()).get(), region.openNanos()));
  }

  private void add(PhaseType phase, double nanos) {
    if (nanos > 0) {
      seconds.merge(phase, nanos / NANOS, Double::sum);
    }
  }
}
