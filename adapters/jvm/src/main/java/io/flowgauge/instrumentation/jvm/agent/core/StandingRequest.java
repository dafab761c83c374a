package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RegionPattern;
import java.util.ArrayList;
import java.util.List;

/**
 * A request for sensors, which stays in force for classes loaded later. Immutable and thread-safe.
 *
 * @param metrics what to measure, encoded as in the shared memory
 * @param costLimit the fraction of one processor a sensor may take; 0 for no limit
 */
record StandingRequest(
    List<RegionPattern> include, List<RegionPattern> exclude, int metrics, double costLimit) {
  StandingRequest {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  boolean mayMatch(String unit) {
    return include.isEmpty() || include.stream().anyMatch(p -> p.matchesUnit(unit));
  }

  boolean matches(CodeRegion region) {
    return (include.isEmpty() || include.stream().anyMatch(p -> p.matches(region)))
        && exclude.stream().noneMatch(p -> p.matches(region));
  }

  StandingRequest without(List<RegionPattern> patterns) {
    List<RegionPattern> out = new ArrayList<>(exclude);
    patterns.stream().filter(pattern -> !out.contains(pattern)).forEach(out::add);
    return new StandingRequest(include, out, metrics, costLimit);
  }
}
