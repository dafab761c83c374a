package io.flowgauge.instrumentation.activity;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.run.PhaseType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Says which code regions are an activity's communication, synchronization or input/output. The
 * first pattern that matches a region decides; patterns added last are tried first:
 *
 * <pre>{@code
 * PhaseMapping mapping =
 *     PhaseMapping.defaults()
 *         .with(PhaseType.COMMUNICATION, "exchangeHalo", "libtransport.so*:send*")
 *         .without("MPI_Wait*");
 * process.instrument(mapping.request());
 * }</pre>
 *
 * <p>A region's time includes everything it calls, so a function that waits by calling {@code read}
 * counts as the phase of its own name. Immutable and thread-safe.
 */
public final class PhaseMapping {
  private static final PhaseMapping DEFAULTS = DefaultMapping.make();

  private final List<Rule> rules;

  /** A pattern, and the phase of the regions it matches; empty if they belong to no phase. */
  private record Rule(RegionPattern pattern, Optional<PhaseType> phase) {}

  private PhaseMapping(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /**
   * Returns a mapping without any region.
   *
   * @return an empty mapping to start from
   */
  public static PhaseMapping empty() {
    return new PhaseMapping(List.of());
  }

  /**
   * Returns the mapping of the usual functions of the usual libraries, in C and Fortran names:
   *
   * <ul>
   *   <li>communication: {@code MPI_*} except those below and those that only start, end or query
   *       something ({@code MPI_Init*}, {@code MPI_Finalize*}, {@code MPI_Wtime}, {@code
   *       MPI_Comm_rank}, …);
   *   <li>synchronization: {@code MPI_Barrier}, {@code MPI_Ibarrier} and the fences, locks and
   *       flushes of {@code MPI_Win_*}; locks, conditions, barriers, semaphores and joins of {@code
   *       pthread_*} and {@code sem_*}; barriers, critical and ordered sections, locks and waits of
   *       OpenMP ({@code GOMP_*}, {@code __kmpc_*}, {@code omp_set_lock}); waits, parks and joins
   *       of Java threads;
   *   <li>input/output: {@code MPI_File_*}; {@code read}, {@code write}, {@code open}, {@code
   *       close}, {@code fsync} and the like; {@code fread}, {@code fwrite}, {@code fopen} and the
   *       like; Java's file streams and channels.
   * </ul>
   *
   * <p>{@code GOMP_parallel} and {@code __kmpc_fork_call} belong to none: the parallel work is done
   * inside them. {@code read} and {@code write} of a socket count as input/output.
   *
   * @return the mapping
   */
  public static PhaseMapping defaults() {
    return DEFAULTS;
  }

  /**
   * Returns the same mapping with further regions, whose patterns are tried before all others.
   *
   * @param phase their phase
   * @param regions patterns as in {@link RegionPattern#parse}
   * @return a new mapping
   * @throws IllegalArgumentException if a pattern is malformed
   */
  public PhaseMapping with(PhaseType phase, String... regions) {
    return with(Optional.of(phase), regions);
  }

  /**
   * Returns the same mapping with regions that belong to no phase, whose patterns are tried before
   * all others.
   *
   * @param regions patterns as in {@link RegionPattern#parse}
   * @return a new mapping
   * @throws IllegalArgumentException if a pattern is malformed
   */
  public PhaseMapping without(String... regions) {
    return with(Optional.empty(), regions);
  }

  private PhaseMapping with(Optional<PhaseType> phase, String... regions) {
    List<Rule> all = new ArrayList<>();
    Arrays.stream(regions)
        .map(text -> new Rule(RegionPattern.parse(text), phase))
        .forEach(all::add);
    all.addAll(rules);
    return new PhaseMapping(all);
  }

  /**
   * Returns the phase of a region.
   *
   * @param region the region
   * @return the phase, or empty if it has none
   */
  public Optional<PhaseType> phase(CodeRegion region) {
    Objects.requireNonNull(region, "region");
    return rules.stream()
        .filter(rule -> rule.pattern().matches(region))
        .findFirst()
        .flatMap(Rule::phase);
  }

  /**
   * Returns a request for sensors on all mapped regions, for calls and wall time.
   *
   * @return the request
   * @throws IllegalArgumentException if no region is mapped
   */
  public SensorRequest request() {
    SensorRequest plain = SensorRequest.of("*");
    return new SensorRequest(
        patterns(true), patterns(false), plain.metrics(), plain.backend(), plain.costLimit());
  }

  /**
   * Returns the patterns of mapped regions, or of excluded ones. Of the rules without a phase, only
   * those before all others exclude regions: a later one may match regions that an earlier rule
   * maps.
   */
  private List<RegionPattern> patterns(boolean mapped) {
    long before =
        mapped ? rules.size() : rules.stream().takeWhile(rule -> rule.phase().isEmpty()).count();
    return rules.stream()
        .limit(before)
        .filter(rule -> rule.phase().isPresent() == mapped)
        .map(Rule::pattern)
        .toList();
  }

  @Override
  public String toString() {
    return "PhaseMapping[" + rules.size() + " patterns]";
  }
}
