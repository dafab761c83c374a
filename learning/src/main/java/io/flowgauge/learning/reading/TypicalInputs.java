package io.flowgauge.learning.reading;

import io.flowgauge.learning.saved.Saved;
import io.flowgauge.learning.service.InputSize;
import io.flowgauge.learning.service.Observation;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Median sizes of the inputs of each type of activity. Immutable and thread-safe. */
public final class TypicalInputs {
  /** Medians of no type. */
  public static final TypicalInputs NONE = new TypicalInputs(Map.of());

  private final Map<String, InputSize> byType;

  private TypicalInputs(Map<String, InputSize> byType) {
    this.byType = byType;
  }

  /** Returns the medians of the known sizes in observations. */
  public static TypicalInputs of(Collection<Observation> observations) {
    Map<String, List<InputSize>> byType =
        observations.stream()
            .map(Observation::work)
            .collect(
                Collectors.groupingBy(
                    work -> work.type(),
                    Collectors.mapping(work -> work.input(), Collectors.toList())));
    return new TypicalInputs(
        byType.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> median(entry.getValue()))));
  }

  /** Restores the medians that {@link #saved} returned. */
  public static TypicalInputs from(Saved saved) {
    Map<String, InputSize> byType = new TreeMap<>();
    saved.members().forEach((type, size) -> byType.put(type, InputSize.from(size)));
    return new TypicalInputs(byType);
  }

  /** The medians by type. */
  public Map<String, Object> saved() {
    Map<String, Object> saved = new TreeMap<>();
    byType.forEach((type, size) -> saved.put(type, size.saved()));
    return saved;
  }

  private static InputSize median(List<InputSize> sizes) {
    return new InputSize(
        median(sizes, InputSize::ownBytes),
        median(sizes, InputSize::bytes),
        median(sizes, InputSize::files));
  }

  /**
   * Returns the median of the known sizes: for an even number of them, the mean of the two in the
   * middle; NaN if there are none.
   */
  private static double median(List<InputSize> sizes, ToDoubleFunction<InputSize> part) {
    double[] known =
        sizes.stream().mapToDouble(part).filter(value -> !Double.isNaN(value)).toArray();
    Arrays.sort(known);
    int middle = known.length / 2;
    if (known.length == 0) {
      return Double.NaN;
    }
    return known.length % 2 == 1 ? known[middle] : (known[middle - 1] + known[middle]) / 2;
  }

  /**
   * Returns a size with its unknown parts replaced by the medians of a type, if these are known.
   */
  InputSize completing(InputSize size, String type) {
    InputSize typical = byType.getOrDefault(type, InputSize.UNKNOWN);
    return new InputSize(
        known(size.ownBytes(), typical.ownBytes()),
        known(size.bytes(), typical.bytes()),
        known(size.files(), typical.files()));
  }

  private static double known(double first, double second) {
    return Double.isNaN(first) ? second : first;
  }
}
