package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** Deviations of runs, or of machines, and of each type within them. Not thread-safe. */
final class NestedEffects {
  /** Fraction of the variances of deviations that changes during a run, as load does. */
  private static final double CHANGING = 0.2;

  private final NestedPrior assumed;
  private NestedPrior prior;
  private final Map<String, Group> outers = new LinkedHashMap<>();
  private final Map<Name, NestedGroup> groups = new LinkedHashMap<>();

  NestedEffects(NestedPrior assumed) {
    this.assumed = assumed;
    prior = assumed;
  }

  NestedEffects(NestedEffects other) {
    assumed = other.assumed;
    prior = other.prior;
    Map<Group, Group> copies = new HashMap<>();
    other.outers.forEach(
        (name, group) -> {
          Group copy = new Group(group);
          copies.put(group, copy);
          outers.put(name, copy);
        });
    other.groups.forEach((name, group) -> groups.put(name, group.copy(copies.get(group.outer()))));
  }

  /** Returns only the variances, because no outer group will occur again. */
  Map<String, Object> savedVariances() {
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("variances", prior.saved());
    return saved;
  }

  /**
   * Returns the variances, and the deviations of types within each outer group.
   *
   * @param names gives the saved name of an outer group
   */
  Map<String, Object> saved(UnaryOperator<String> names) {
    Map<String, Map<String, Object>> byOuter = new TreeMap<>();
    groups.forEach(
        (name, group) ->
            byOuter
                .computeIfAbsent(names.apply(name.outer()), outer -> new LinkedHashMap<>())
                .put(name.inner(), group.own().saved()));
    Map<String, Object> saved = savedVariances();
    saved.put("groups", byOuter);
    return saved;
  }

  /** Restores everything that was saved. */
  void restore(Saved saved) {
    prior = NestedPrior.from(saved.at("variances"));
    saved.find("groups").ifPresent(byOuter -> byOuter.members().forEach(this::restore));
    sumUpGroups();
  }

  private void restore(String outer, Saved byType) {
    Group whole = new Group();
    outers.put(outer, whole);
    byType
        .members()
        .forEach(
            (type, own) ->
                groups.put(new Name(outer, type), new NestedGroup(whole, Group.from(own), 0)));
  }

  NestedPrior prior() {
    return prior;
  }

  Set<String> names() {
    return Collections.unmodifiableSet(outers.keySet());
  }

  /** Returns the group of a type within an outer group, and creates it if it is new. */
  NestedGroup group(String outer, String type, double share) {
    NestedGroup known = groups.get(new Name(outer, type));
    return known == null ? added(outer, type, share) : known;
  }

  private NestedGroup added(String outer, String type, double share) {
    Group whole = outers.computeIfAbsent(outer, name -> new Group());
    NestedGroup group = new NestedGroup(whole, share);
    groups.put(new Name(outer, type), group);
    return group;
  }

  /** The best linear estimate of a deviation. */
  NestedEstimate estimate(NestedGroup group) {
    return group.estimate(prior);
  }

  /**
   * Returns the estimate for an outer group that is new, where the deviations of outer groups
   * follow Student's law.
   */
  NestedEstimate estimateOfNew(NestedGroup group) {
    return group.estimate(priorOfNew(group));
  }

  private NestedPrior priorOfNew(NestedGroup group) {
    return new NestedPrior(group.outer().priorBySize(prior.outer()), prior.inner());
  }

  /** The deviation of a type within an outer group, whether anything is known of them or not. */
  NestedEstimate estimateOfNew(String outer, String type, double share) {
    return estimateOfNew(groupOrNew(outer, type, share));
  }

  /**
   * Returns the deviation for activities still to come: part of the deviations within an outer
   * group changes with time.
   */
  NestedEstimate estimateLater(String outer, String type, double share) {
    NestedGroup group = groupOrNew(outer, type, share);
    return group.estimateLater(priorOfNew(group), CHANGING);
  }

  private NestedGroup groupOrNew(String outer, String type, double share) {
    NestedGroup known = groups.get(new Name(outer, type));
    return known == null ? new NestedGroup(outerOrNew(outer), share) : known;
  }

  private Group outerOrNew(String outer) {
    return Optional.ofNullable(outers.get(outer)).orElseGet(Group::new);
  }

  /** Adds one deviation of a group. */
  void add(NestedGroup group, double deviation, double weight) {
    group.addTo(prior, -1);
    group.add(deviation, weight);
    group.addTo(prior, 1);
  }

  void clear() {
    groups.values().forEach(NestedGroup::clear);
  }

  /** Shifts the deviations of each type by the given amount. */
  void shift(ToDoubleFunction<String> byType) {
    groups.forEach((name, group) -> group.shift(byType.applyAsDouble(name.inner())));
    sumUpGroups();
  }

  /** Sums up what all groups say about their outer groups. */
  void sumUpGroups() {
    for (Group outer : outers.values()) {
      outer.precision = 0;
      outer.sum = 0;
    }
    groups.values().forEach(group -> group.addTo(prior, 1));
  }

  /**
   * Learns the variances from the deviations.
   *
   * @param types number of types with groups; the mean of each type is part of its law
   */
  void adapt(int types) {
    Variance outer = new Variance();
    outers.values().forEach(group -> outer.add(group.estimate(prior.outer())));
    Variance inner = new Variance();
    groups.values().forEach(group -> inner.add(group.own(prior)));
    prior =
        new NestedPrior(outer.learned(1, assumed.outer()), inner.learned(types, assumed.inner()));
    sumUpGroups();
  }
}
