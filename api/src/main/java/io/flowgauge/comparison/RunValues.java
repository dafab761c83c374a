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
 * The numbers of one run that are compared; what was not measured is not among them. Immutable and
 * thread-safe.
 */
public final class RunValues {
  private final String name;
  private final Set<String> sites;
  private final Map<Quantity, Double> values;

  private RunValues(String name, Set<String> sites, Map<Quantity, Double> values) {
    this.name = Objects.requireNonNull(name, "name");
    this.sites = Collections.unmodifiableSet(new TreeSet<>(sites));
    // In order, and quick to ask.
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(new TreeMap<>(values)));
  }

  /**
   * Those of an analysed run.
   *
   * @param report the run with its analyses
   * @param subgraphs parts of its workflow whose critical paths are compared, too; those without an
   *     activity in it are left out
   * @return its numbers
   */
  public static RunValues of(RunReport report, List<Subgraph> subgraphs) {
    return new RunValues(
        report.run().name(), SitesUsed.of(report), new ReportedValues(report).with(subgraphs));
  }

  /**
   * Those of a run analysed before.
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
   * @return their names, sorted; empty if none is known
   */
  public Set<String> sites() {
    return sites;
  }

  /**
   * The numbers.
   *
   * @return what was measured, in order of the quantities
   */
  public Map<Quantity, Double> values() {
    return values;
  }

  /**
   * One number.
   *
   * @param quantity which
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
