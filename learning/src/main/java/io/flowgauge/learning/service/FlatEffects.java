package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Deviations of groups that are not nested in others: an identity of a type, a sample of a run. Not
 * thread-safe.
 */
final class FlatEffects {
  private final double assumed;
  private double variance;
  private final Map<Name, Group> groups = new HashMap<>();

  /** Groups known earlier, which are not changed; a group is copied from here when it changes. */
  private final Map<Name, Group> known;

  FlatEffects(double assumed) {
    this.assumed = assumed;
    variance = assumed;
    known = Map.of();
  }

  FlatEffects(FlatEffects other) {
    assumed = other.assumed;
    variance = other.variance;
    known = other.groups;
  }

  /** Returns only the variance, because no group will occur again. */
  Map<String, Object> savedVariance() {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("variance", variance);
    return saved;
  }

  /**
   * Returns the variance and the deviations of groups.
   *
   * @param names gives the saved name of a group within its outer one
   */
  Map<String, Object> saved(UnaryOperator<String> names) {
    Map<String, Map<String, Object>> byOuter = new TreeMap<>();
    groups.forEach(
        (name, group) ->
            byOuter
                .computeIfAbsent(name.outer(), outer -> new TreeMap<>())
                .put(names.apply(name.inner()), group.saved()));
    Map<String, Object> saved = savedVariance();
    saved.put("groups", byOuter);
    return saved;
  }

  /** Restores everything that was saved. */
  void restore(Saved saved) {
    variance = saved.at("variance").positive();
    saved.find("groups").ifPresent(byOuter -> byOuter.members().forEach(this::restore));
  }

  private void restore(String outer, Saved byName) {
    byName.members().forEach((name, group) -> groups.put(new Name(outer, name), Group.from(group)));
  }

  double variance() {
    return variance;
  }

  /** The group of a name, to add to. */
  Group group(Name name) {
    return groups.computeIfAbsent(
        name, key -> Optional.ofNullable(known.get(key)).map(Group::new).orElseGet(Group::new));
  }

  Estimate estimate(Group group) {
    return group.estimate(variance);
  }

  Estimate estimate(Name name) {
    Group group = groups.get(name);
    Group found = group == null ? known.get(name) : group;
    return found == null ? new Estimate(0, variance) : estimate(found);
  }

  void clear() {
    for (Group group : groups.values()) {
      group.precision = 0;
      group.sum = 0;
    }
  }

  /**
   * Learns the variance from the deviations.
   *
   * @param means number of means that were subtracted from the deviations
   */
  void adapt(int means) {
    Variance squares = new Variance();
    groups.values().forEach(group -> squares.add(estimate(group)));
    variance = squares.learned(means, assumed);
  }
}
