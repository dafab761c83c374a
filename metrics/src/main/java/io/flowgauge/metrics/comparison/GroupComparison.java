package io.flowgauge.metrics.comparison;

import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RefinementSpeedup;
import io.flowgauge.analysis.SiteSpeedup;
import io.flowgauge.comparison.ComparedQuantity;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.GroupRefinement;
import io.flowgauge.comparison.GroupSlowdown;
import io.flowgauge.comparison.GroupSpeedup;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.RunGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A comparison. Immutable and thread-safe. */
final class GroupComparison implements Comparison {
  private static final double CONFIDENCE = 0.95;
  private static final Quantity PATH =
      new Quantity(Kind.METRIC, "", "critical-path-processing", Unit.SECONDS);

  private final List<RunGroup> groups;
  private final Map<Quantity, ComparedQuantity> quantities = new LinkedHashMap<>();

  GroupComparison(List<RunGroup> groups) {
    this.groups = groups;
    Set<Quantity> all = new TreeSet<>();
    groups.forEach(group -> group.runs().forEach(run -> all.addAll(run.values().keySet())));
    List<GroupPair> pairs =
        groups.subList(1, groups.size()).stream()
            .map(group -> new GroupPair(groups.get(0), group, all, CONFIDENCE))
            .toList();
    all.forEach(quantity -> quantities.put(quantity, compared(quantity, pairs)));
  }

  private ComparedQuantity compared(Quantity quantity, List<GroupPair> pairs) {
    var samples =
        groups.stream()
            .map(group -> GroupValues.of(quantity, group).map(GroupValues::sample))
            .toList();
    List<Optional<Difference>> differences = new ArrayList<>();
    differences.add(Optional.empty());
    pairs.forEach(pair -> differences.add(pair.difference(quantity)));
    return new ComparedQuantity(quantity, samples, differences);
  }

  @Override
  public List<RunGroup> groups() {
    return groups;
  }

  @Override
  public List<ComparedQuantity> quantities() {
    return List.copyOf(quantities.values());
  }

  @Override
  public Optional<ComparedQuantity> quantity(Quantity quantity) {
    return Optional.ofNullable(quantities.get(quantity));
  }

  @Override
  public double confidence() {
    return CONFIDENCE;
  }

  private static OptionalDouble mean(Quantity quantity, RunGroup group) {
    return GroupValues.of(quantity, group)
        .map(moments -> OptionalDouble.of(moments.mean()))
        .orElse(OptionalDouble.empty());
  }

  private static Measured measured(Quantity quantity, RunGroup group) {
    return GroupValues.of(quantity, group)
        .map(m -> Measured.of(m.mean(), m.count(), group.runs().size()))
        .orElse(Measured.absent(quantity + " was not measured in " + group.name()));
  }

  @Override
  public List<GroupSpeedup> siteSpeedups() {
    Map<String, Double> alone = new TreeMap<>();
    for (RunGroup group : groups) {
      OptionalDouble makespan = mean(Quantity.MAKESPAN, group);
      if (group.sites().size() == 1 && makespan.isPresent()) {
        alone.merge(group.sites().iterator().next(), makespan.getAsDouble(), Math::min);
      }
    }
    List<GroupSpeedup> speedups = new ArrayList<>();
    for (RunGroup group : groups) {
      siteSpeedup(group, alone).ifPresent(speedups::add);
    }
    speedups.sort(Comparator.comparingInt(speedup -> speedup.sites().size()));
    return Collections.unmodifiableList(speedups);
  }

  private static Optional<GroupSpeedup> siteSpeedup(RunGroup group, Map<String, Double> alone) {
    OptionalDouble makespan = mean(Quantity.MAKESPAN, group);
    Set<String> sites = group.sites();
    if (sites.isEmpty() || !alone.keySet().containsAll(sites) || !(makespan.orElse(0) > 0)) {
      return Optional.empty();
    }
    Map<String, Double> own = new TreeMap<>(alone);
    own.keySet().retainAll(sites);
    if (own.values().stream().anyMatch(seconds -> !(seconds > 0))) {
      return Optional.empty();
    }
    double seconds = makespan.getAsDouble();
    return Optional.of(
        new GroupSpeedup(group.name(), sites, seconds, own, SiteSpeedup.of(seconds, own)));
  }

  @Override
  public List<GroupRefinement> refinements() {
    List<GroupRefinement> refinements = new ArrayList<>();
    addRefinements("", PATH, refinements);
    for (Quantity quantity : quantities.keySet()) {
      if (quantity.kind() == Kind.SUBGRAPH && quantity.unit() == Unit.SECONDS) {
        addRefinements(quantity.subject(), quantity, refinements);
      }
    }
    return Collections.unmodifiableList(refinements);
  }

  private void addRefinements(String subgraph, Quantity path, List<GroupRefinement> into) {
    Measured before = measured(path, groups.get(0));
    for (RunGroup group : groups.subList(1, groups.size())) {
      into.add(
          new GroupRefinement(
              subgraph, group.name(), RefinementSpeedup.of(before, measured(path, group))));
    }
  }

  @Override
  public List<GroupSlowdown> slowdowns() {
    List<GroupSlowdown> slowdowns = new ArrayList<>();
    for (Quantity quantity : quantities.keySet()) {
      if (quantity.kind() == Kind.REGION && quantity.name().equals("slowdown")) {
        groups.forEach(group -> slowdown(quantity, group).ifPresent(slowdowns::add));
      }
    }
    return Collections.unmodifiableList(slowdowns);
  }

  private Optional<GroupSlowdown> slowdown(Quantity own, RunGroup group) {
    OptionalDouble mean = mean(own, group);
    if (mean.isEmpty()) {
      return Optional.empty();
    }
    String section = own.subject();
    double members = mean(region(section, "members", Unit.COUNT), group).orElse(0);
    Measured product = measured(region(section, "members-times-slowest", Unit.SECONDS), group);
    return Optional.of(
        new GroupSlowdown(
            section, group.name(), members, mean.getAsDouble(), against(section, product)));
  }

  private static Quantity region(String section, String name, Unit unit) {
    return new Quantity(Kind.REGION, section, name, unit);
  }

  /** T_1 of a workflow of one is that of its only activity of each type, one after the other. */
  private Measured against(String section, Measured product) {
    String types = section.substring(section.indexOf(" of ") + " of ".length());
    double one = 0;
    for (String type : types.split(", ", -1)) {
      Quantity count = new Quantity(Kind.TYPE, type, "count", Unit.COUNT);
      Quantity total = new Quantity(Kind.TYPE, type, "total", Unit.SECONDS);
      if (mean(count, groups.get(0)).orElse(0) != 1) {
        return Measured.absent(
            groups.get(0).name()
                + " is not a workflow of one: it does not have exactly one "
                + type);
      }
      OptionalDouble seconds = fastest(total);
      if (seconds.isEmpty()) {
        return Measured.absent(total + " was not measured in " + groups.get(0).name());
      }
      one += seconds.getAsDouble();
    }
    return one > 0 && product.isMeasured()
        ? Measured.of(product.value() / one)
        : Measured.absent("the processing times are not known");
  }

  /** [Truong] takes the fastest time in the workflow of one. */
  private OptionalDouble fastest(Quantity total) {
    return groups.get(0).runs().stream()
        .map(run -> run.value(total))
        .filter(OptionalDouble::isPresent)
        .mapToDouble(OptionalDouble::getAsDouble)
        .min();
  }

  @Override
  public String toString() {
    return "Comparison["
        + String.join(", ", groups.stream().map(RunGroup::name).toList())
        + ", "
        + quantities.size()
        + " quantities]";
  }
}
