package io.flowgauge.instrumentation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Selects a part of a structure ([Truong] §3.2: names to leave out, scope of the traversal).
 * Immutable and thread-safe.
 *
 * @param include regions wanted; empty for all
 * @param exclude regions to leave out, even if included
 * @param sources whether source positions and inlined functions are wanted, for which debugging
 *     information is read
 */
public record StructureFilter(
    List<RegionPattern> include, List<RegionPattern> exclude, boolean sources) {
  /**
   * Copies the parts.
   *
   * @param include regions wanted
   * @param exclude regions left out
   * @param sources whether source positions are wanted
   */
  public StructureFilter {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
  }

  /**
   * Returns a filter that passes everything, without source positions.
   *
   * @return the filter
   */
  public static StructureFilter all() {
    return new StructureFilter(List.of(), List.of(), false);
  }

  /**
   * Returns a filter that passes the given regions, without source positions.
   *
   * @param regions patterns as in {@link RegionPattern#parse}; none for all
   * @return the filter
   * @throws IllegalArgumentException if a pattern is malformed
   */
  public static StructureFilter of(String... regions) {
    return new StructureFilter(patterns(regions), List.of(), false);
  }

  private static List<RegionPattern> patterns(String... regions) {
    return Arrays.stream(regions).map(RegionPattern::parse).toList();
  }

  /**
   * Returns the same filter with further regions left out.
   *
   * @param regions patterns as in {@link RegionPattern#parse}
   * @return a new filter
   * @throws IllegalArgumentException if a pattern is malformed
   */
  public StructureFilter without(String... regions) {
    List<RegionPattern> all = new ArrayList<>(exclude);
    all.addAll(patterns(regions));
    return new StructureFilter(include, all, sources);
  }

  /**
   * Returns the same filter with source positions and inlined functions.
   *
   * @return a new filter
   */
  public StructureFilter withSources() {
    return new StructureFilter(include, exclude, true);
  }

  /**
   * Whether regions of a unit can pass; if not, there is no need to read the unit.
   *
   * @param unit the unit's name
   * @return false if none can
   */
  public boolean acceptsUnit(String unit) {
    return include.isEmpty() || include.stream().anyMatch(p -> p.matchesUnit(unit));
  }

  /**
   * Whether a region passes.
   *
   * @param region the region
   * @return true if it is included and not excluded
   */
  public boolean accepts(CodeRegion region) {
    return (include.isEmpty() || include.stream().anyMatch(p -> p.matches(region)))
        && exclude.stream().noneMatch(p -> p.matches(region));
  }
}
