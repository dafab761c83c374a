package io.flowgauge.instrumentation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Many patterns, matched together. Patterns without wildcards in the region's name are looked up by
 * name, so that matching a thousand of them with a hundred thousand regions does not take a hundred
 * million comparisons. Immutable and thread-safe.
 */
public final class RegionPatterns {
  private final Map<String, List<RegionPattern>> literal = new HashMap<>();
  private final List<RegionPattern> wild = new ArrayList<>();

  private RegionPatterns(Collection<RegionPattern> patterns) {
    for (RegionPattern pattern : patterns) {
      Optional<String> name = pattern.literalName();
      if (name.isPresent()) {
        literal.computeIfAbsent(name.get(), key -> new ArrayList<>(1)).add(pattern);
      } else {
        wild.add(pattern);
      }
    }
  }

  /**
   * Combines patterns.
   *
   * @param patterns any number, including none
   * @return all of them
   */
  public static RegionPatterns of(Collection<RegionPattern> patterns) {
    return new RegionPatterns(patterns);
  }

  /**
   * Whether one of them matches a region.
   *
   * @param region the region
   * @return true if at least one {@linkplain RegionPattern#matches matches}
   */
  public boolean anyMatches(CodeRegion region) {
    return wild.stream().anyMatch(pattern -> pattern.matches(region))
        || (!literal.isEmpty() && !literals(region).isEmpty());
  }

  /**
   * Returns the patterns that match a region.
   *
   * @param region the region
   * @return the patterns that {@linkplain RegionPattern#matches match}, each once
   */
  public Set<RegionPattern> matching(CodeRegion region) {
    Set<RegionPattern> all = literals(region);
    wild.stream().filter(pattern -> pattern.matches(region)).forEach(all::add);
    return all;
  }

  private Set<RegionPattern> literals(CodeRegion region) {
    Set<RegionPattern> found = new LinkedHashSet<>();
    for (String name : RegionPattern.names(region)) {
      for (RegionPattern pattern : literal.getOrDefault(name, List.of())) {
        if (pattern.matchesUnitOf(region)) {
          found.add(pattern);
        }
      }
    }
    return found;
  }
}
