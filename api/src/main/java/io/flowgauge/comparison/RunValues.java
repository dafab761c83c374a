package io.flowgauge.comparison;

import io.flowgauge.analysis.RunReport;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The numbers of one run to compare; quantities that were not measured are missing. Immutable and
 * thread-safe.
 */
public final class RunValues {
  private final String name;
  private final Set<String> sites;
  private final Map<Quantity, Double> values;

  private RunValues(String name, Set<String> sites, Map<Quantity, Double> values) {
    this.name = Objects.requireNonNull(name, "name");
    this.sites = Collections.unmodifiableSet(new TreeSet<>(sites));
    // Sorted, with constant-time lookup.
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(values)));
  }

  /**
   * The numbers of an analysed run.
   *
   * @param report the run with its analyses
   * @param subgraphs parts of its workflow whose critical paths are compared as well; those without
   *     activities in this run are left out
   * @return its numbers
   */
  public static RunValues of(RunReport report, List<Subgraph> subgraphs) {
    return new RunValues(
        report.run().name(), SitesUsed.of(report), new ReportedValues(report).with(subgraphs));
  }

  /**
   * The numbers of a run analysed earlier.
   *
   * @param name name of the run
   * @param sites names of the sites it used
   * @param values the numbers, none of them NaN
   * @return its numbers
   * @throws IllegalArgumentException if a number is NaN
   */
  public static RunValues of(String name, Set<String> sites, Map<Quantity, Double> values) {
    values.forEach(
        (quantity, value) -> {
          if (Double.isNaN(value)) {
            throw new IllegalArgumentException(quantity + " of run " + name + " is NaN");
          }
        });
    return new RunValues(name, sites, values);
  }

  /**
   * Name of the run.
   *
   * @return a text, possibly empty
   */
  public String name() {
    return name;
  }

  /**
   * The sites that activities of the run used.
   *
   * @return their names, sorted; empty if none are known
   */
  public Set<String> sites() {
    return sites;
  }

  /**
   * The numbers.
   *
   * @return values by quantity, in natural order of the quantities
   */
  public Map<Quantity, Double> values() {
    return values;
  }

  /**
   * One number.
   *
   * @param quantity the quantity
   * @return its value, or empty if it was not measured
   */
  public OptionalDouble value(Quantity quantity) {
    Double value = values.get(quantity);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunValues that
        && name.equals(that.name)
        && sites.equals(that.sites)
        && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, sites, values);
  }

  @Override
  public String toString() {
    return "RunValues[" + name + ", " + values.size() + " quantities]";
  }
}
