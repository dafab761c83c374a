package io.flowgauge.instrumentation.activity;

import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds profiles of call graphs whose times are known. Not thread-safe. */
final class Profiles {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final List<CallEdge> edges = new ArrayList<>();
  private final List<ThreadProfile> threads = new ArrayList<>();
  private final Map<String, CodeRegion> regions = new LinkedHashMap<>();
  private final Map<CodeRegion, Double> totals = new LinkedHashMap<>();
  private final Map<CodeRegion, Double> inside = new LinkedHashMap<>();
  private boolean withCallGraph = true;

  CodeRegion region(String name) {
    return regions.computeIfAbsent(
        name, n -> new CodeRegion("program", n, n, 0, 0, Optional.empty(), false));
  }

  /** Adds calls from a region, or from none if the caller is empty. */
  Profiles edge(String caller, String callee, double seconds) {
    Optional<CodeRegion> from = caller.isEmpty() ? Optional.empty() : Optional.of(region(caller));
    edges.add(new CallEdge(from, region(callee), 10, seconds * 1e9));
    totals.merge(region(callee), seconds * 1e9, Double::sum);
    from.ifPresent(outer -> inside.merge(outer, seconds * 1e9, Double::sum));
    return this;
  }

  Profiles withoutCallGraph() {
    withCallGraph = false;
    return this;
  }

  /** Adds a thread that lived from one second to another. */
  Profiles thread(double from, double to, RegionProfile... profiles) {
    threads.add(
        new ThreadProfile(
            threads.size() + 1, "", Optional.of(at(from)), Optional.of(at(to)), List.of(profiles)));
    return this;
  }

  /** Adds a thread whose lifetime is unknown. */
  Profiles thread() {
    threads.add(
        new ThreadProfile(threads.size() + 1, "", Optional.empty(), Optional.empty(), List.of()));
    return this;
  }

  /** Returns the profile of a region that a thread is still in, for the given time so far. */
  RegionProfile open(String name, double seconds) {
    return RegionProfile.builder(region(name)).open(1, seconds * 1e9).build();
  }

  private static Instant at(double seconds) {
    return START.plusNanos(Math.round(seconds * 1e9));
  }

  Profile profile() {
    List<RegionProfile> profiles = new ArrayList<>();
    totals.forEach(
        (region, total) ->
            profiles.add(
                RegionProfile.builder(region)
                    .calls(10)
                    .wall(
                        CallDurations.of(10, total, total / 10, total / 10),
                        total - inside.getOrDefault(region, 0.0))
                    .build()));
    return new Profile(
        TargetProcess.builder(4711, "program").build(),
        START,
        at(1000),
        profiles,
        threads,
        withCallGraph ? edges : List.of(),
        ProfileLosses.NONE);
  }
}
