package io.flowgauge.comparison;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.internal.NoNulls;
import java.nio.DoubleBuffer;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one run to compare; quantities that were not measured are missing. Immutable and
 * thread-safe.
 */
public final class RunValues {
  private final String name;
  private final Set<String> sites;
  private final QuantityList quantities;
  private final DoubleBuffer values;

  private RunValues(String name, Set<String> sites, QuantityList quantities, DoubleBuffer values) {
    this.name = Objects.requireNonNull(name, "name");
    this.sites = Collections.unmodifiableSet(new TreeSet<>(NoNulls.copy(sites, "sites")));
    this.quantities = quantities;
    this.values = values.slice();
    for (int k = 0; k < quantities.size(); k++) {
      if (!Double.isFinite(valueAt(k))) {
        throw new IllegalArgumentException(
            quantities.quantities().get(k)
                + " of run "
                + name
                + " must be finite, but is "
                + valueAt(k));
      }
    }
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
    Objects.requireNonNull(report, "report");
    List<Subgraph> parts = NoNulls.copy(subgraphs, "subgraphs");
    return of(report.run().name(), SitesUsed.of(report), new ReportedValues(report).with(parts));
  }

  /**
   * The numbers of a run analysed earlier.
   *
   * @param name name of the run
   * @param sites names of the sites it used
   * @param values the numbers, all finite
   * @return its numbers
   * @throws IllegalArgumentException if a number is not finite
   */
  public static RunValues of(String name, Set<String> sites, Map<Quantity, Double> values) {
    Objects.requireNonNull(values, "values");
    QuantityList quantities = QuantityList.of(values.keySet());
    return new RunValues(
        name,
        sites,
        quantities,
        DoubleBuffer.wrap(quantities.quantities().stream().mapToDouble(values::get).toArray()));
  }

  /**
   * The numbers of one of many runs analysed earlier.
   *
   * @param name name of the run
   * @param sites names of the sites it used
   * @param quantities what was measured, shared by all runs with the same quantities
   * @param values the number of each of them, all finite; not copied, because runs may share the
   *     memory behind it, so it must not change afterwards
   * @return its numbers
   * @throws IllegalArgumentException if there is not one number for each quantity, or one is not
   *     finite
   */
  public static RunValues of(
      String name, Set<String> sites, QuantityList quantities, DoubleBuffer values) {
    Objects.requireNonNull(quantities, "quantities");
    Objects.requireNonNull(values, "values");
    if (values.remaining() != quantities.size()) {
      throw new IllegalArgumentException(
          "values must be one for each of "
              + quantities.size()
              + " quantities, but are "
              + values.remaining());
    }
    return new RunValues(name, sites, quantities, values);
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
   * What was measured.
   *
   * @return the quantities that have a number
   */
  public QuantityList quantities() {
    return quantities;
  }

  /**
   * The numbers.
   *
   * @return values by quantity, in natural order of the quantities
   */
  public Map<Quantity, Double> values() {
    return new Values();
  }

  /**
   * One number.
   *
   * @param quantity the quantity
   * @return its value, or empty if it was not measured
   */
  public OptionalDouble value(Quantity quantity) {
    int position = quantities.position(quantity);
    return position < 0 ? OptionalDouble.empty() : OptionalDouble.of(valueAt(position));
  }

  /**
   * One number, by its position: faster for many runs that share a list.
   *
   * @param position position of its quantity in {@link #quantities()}
   * @return its value
   * @throws IndexOutOfBoundsException if the list has no such position
   */
  public double valueAt(int position) {
    return values.get(position);
  }

  /** The numbers as a map. */
  private final class Values extends AbstractMap<Quantity, Double> {
    @Override
    public @Nullable Double get(@Nullable Object key) {
      int position = key instanceof Quantity quantity ? quantities.position(quantity) : -1;
      return position < 0 ? null : Double.valueOf(valueAt(position));
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return get(key) != null;
    }

    @Override
    public Set<Entry<Quantity, Double>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Entry<Quantity, Double>> iterator() {
          return IntStream.range(0, size())
              .mapToObj(k -> Map.entry(quantities.quantities().get(k), valueAt(k)))
              .iterator();
        }

        @Override
        public int size() {
          return quantities.size();
        }
      };
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RunValues that
        && name.equals(that.name)
        && sites.equals(that.sites)
        && values().equals(that.values());
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, sites, values());
  }

  @Override
  public String toString() {
    return "RunValues[" + name + ", " + quantities.size() + " quantities]";
  }
}
