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
import io.flowgauge.comparison.QuantityList;
import io.flowgauge.comparison.RunGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A comparison. Immutable and thread-safe. */
final class GroupComparison implements Comparison {
  private static final double CONFIDENCE = 0.95;

  /**
   * Number of quantities whose values are copied and sorted at a time, to limit the memory needed.
   */
  private static final int AT_ONCE = 16;

  /**
   * Precedes the list of types in the label of a section, such as {@code parallel of mProject,
   * mDiff}.
   */
  private static final String OF = " of ";

  private static final String SEPARATOR = ", ";

  private static final Quantity PATH =
      new Quantity(Kind.METRIC, "", "critical-path-processing", Unit.SECONDS);

  private final List<RunGroup> groups;
  private final List<GroupTable> tables;
  private final Map<Quantity, ComparedQuantity> quantities = new LinkedHashMap<>();

  GroupComparison(List<RunGroup> groups) {
    this.groups = groups;
    List<Quantity> all = quantities(groups);
    tables = groups.stream().map(group -> new GroupTable(group, all)).toList();
    List<GroupPair> pairs =
        Stream.generate(() -> new GroupPair(CONFIDENCE)).limit(tables.size() - 1).toList();
    for (int from = 0; from < all.size(); from += AT_ONCE) {
      test(all.subList(from, Math.min(from + AT_ONCE, all.size())), from, pairs);
    }
    pairs.forEach(GroupPair::correct);
    all.forEach(quantity -> quantities.put(quantity, compared(quantity, pairs)));
  }

  /** Returns the quantities of all runs, in natural order. */
  private static List<Quantity> quantities(List<RunGroup> groups) {
    Set<QuantityList> lists = Collections.newSetFromMap(new IdentityHashMap<>());
    groups.forEach(group -> group.runs().forEach(run -> lists.add(run.quantities())));
    Set<Quantity> all = new TreeSet<>();
    lists.forEach(list -> all.addAll(list.quantities()));
    return List.copyOf(all);
  }

  private void test(List<Quantity> some, int from, List<GroupPair> pairs) {
    var columns = tables.stream().map(table -> table.columns(from, from + some.size())).toList();
    for (int q = 0; q < some.size(); q++) {
      Optional<SortedValues> first = columns.get(0).get(q);
      for (int k = 0; k < pairs.size(); k++) {
        Optional<SortedValues> second = columns.get(k + 1).get(q);
        if (first.isPresent() && second.isPresent()) {
          pairs.get(k).add(some.get(q), first.get(), second.get());
        }
      }
    }
  }

  private ComparedQuantity compared(Quantity quantity, List<GroupPair> pairs) {
    var samples =
        tables.stream().map(table -> table.of(quantity).map(GroupValues::sample)).toList();
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

  private static OptionalDouble mean(Quantity quantity, GroupTable table) {
    return table
        .of(quantity)
        .map(moments -> OptionalDouble.of(moments.mean()))
        .orElse(OptionalDouble.empty());
  }

  private static Measured measured(Quantity quantity, GroupTable table) {
    return table
        .of(quantity)
        .map(m -> Measured.of(m.mean(), m.count(), table.group().runs().size()))
        .orElse(Measured.absent(quantity + " was not measured in " + table.group().name()));
  }

  @Override
  public List<GroupSpeedup> siteSpeedups() {
    Map<String, Double> alone = new TreeMap<>();
    for (GroupTable table : tables) {
      OptionalDouble makespan = mean(Quantity.MAKESPAN, table);
      Set<String> sites = sitesOfEach(table.group());
      if (sites.size() == 1 && makespan.isPresent()) {
        alone.merge(sites.iterator().next(), makespan.getAsDouble(), Math::min);
      }
    }
    List<GroupSpeedup> speedups = new ArrayList<>();
    for (GroupTable table : tables) {
      siteSpeedup(table, alone).ifPresent(speedups::add);
    }
    speedups.sort(Comparator.comparingInt(speedup -> speedup.sites().size()));
    return Collections.unmodifiableList(speedups);
  }

  /**
   * Returns the sites that each run of a group used; empty if runs used different sites, because
   * the group's T then belongs to no set of sites.
   */
  private static Set<String> sitesOfEach(RunGroup group) {
    Set<String> sites = group.sites();
    return group.runs().stream().allMatch(run -> run.sites().equals(sites)) ? sites : Set.of();
  }

  private static Optional<GroupSpeedup> siteSpeedup(GroupTable table, Map<String, Double> alone) {
    OptionalDouble makespan = mean(Quantity.MAKESPAN, table);
    Set<String> sites = sitesOfEach(table.group());
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
        new GroupSpeedup(table.group().name(), sites, seconds, own, SiteSpeedup.of(seconds, own)));
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
    Measured before = measured(path, tables.get(0));
    for (GroupTable table : tables.subList(1, tables.size())) {
      into.add(
          new GroupRefinement(
              subgraph, table.group().name(), RefinementSpeedup.of(before, measured(path, table))));
    }
  }

  @Override
  public List<GroupSlowdown> slowdowns() {
    List<GroupSlowdown> slowdowns = new ArrayList<>();
    for (Quantity quantity : quantities.keySet()) {
      if (quantity.kind() == Kind.REGION && quantity.name().equals("slowdown")) {
        tables.forEach(table -> slowdown(quantity, table).ifPresent(slowdowns::add));
      }
    }
    return Collections.unmodifiableList(slowdowns);
  }

  private Optional<GroupSlowdown> slowdown(Quantity own, GroupTable table) {
    OptionalDouble mean = mean(own, table);
    if (mean.isEmpty()) {
      return Optional.empty();
    }
    String section = own.subject();
    double members = mean(region(section, "members", Unit.COUNT), table).orElse(0);
    Measured product = measured(region(section, "members-times-slowest", Unit.SECONDS), table);
    return Optional.of(
        new GroupSlowdown(
            section,
            table.group().name(),
            members,
            mean.getAsDouble(),
            slowdownFromOne(section, product)));
  }

  private static Quantity region(String section, String name, Unit unit) {
    return new Quantity(Kind.REGION, section, name, unit);
  }

  /**
   * Returns the slowdown of a section if the first group is a workflow of one. T_1 is then the sum
   * of the times of its only activity of each type, which run one after another.
   */
  private Measured slowdownFromOne(String section, Measured product) {
    Optional<List<String>> types = types(section.substring(section.indexOf(OF) + OF.length()));
    if (types.isEmpty()) {
      return Measured.absent("'" + section + "' does not name all types of its activities");
    }
    double one = 0;
    for (String type : types.get()) {
      if (mean(count(type), tables.get(0)).orElse(0) != 1) {
        return Measured.absent(
            groups.get(0).name()
                + " is not a workflow of one: it does not have exactly one "
                + type);
      }
      Quantity total = new Quantity(Kind.TYPE, type, "total", Unit.SECONDS);
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

  /**
   * Splits a list of known types, whose names may contain the separator; empty if the list contains
   * anything else, such as a count of other types.
   */
  private Optional<List<String>> types(String list) {
    for (int end = list.length(); end > 0; end = list.lastIndexOf(SEPARATOR, end - 1)) {
      String first = list.substring(0, end);
      if (quantities.containsKey(count(first))) {
        Optional<List<String>> rest =
            end == list.length()
                ? Optional.of(List.of())
                : types(list.substring(end + SEPARATOR.length()));
        if (rest.isPresent()) {
          return Optional.of(Stream.concat(Stream.of(first), rest.get().stream()).toList());
        }
      }
    }
    return Optional.empty();
  }

  private static Quantity count(String type) {
    return new Quantity(Kind.TYPE, type, "count", Unit.COUNT);
  }

  /** Returns the fastest time in the workflow of one, as in [Truong]. */
  private OptionalDouble fastest(Quantity total) {
    return tables
        .get(0)
        .of(total)
        .map(known -> OptionalDouble.of(known.smallest()))
        .orElse(OptionalDouble.empty());
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
