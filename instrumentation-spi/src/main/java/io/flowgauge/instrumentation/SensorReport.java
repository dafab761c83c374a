package io.flowgauge.instrumentation;

import io.flowgauge.trace.Times;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The outcome of a request: a result for each region it named, and how long it took. Immutable and
 * thread-safe.
 *
 * @param results one for each region that matched, in the structure's order
 * @param unmatched patterns that matched no region
 * @param took duration of the whole operation
 * @param stopped the longest time for which running threads were stopped; waiting threads may be
 *     stopped earlier, which matters only if what they wait for arrives in the meantime
 * @param hints what some of the unmatched patterns may have meant: for each, a sentence with the
 *     names that the program and its modules really have; may be empty
 */
public record SensorReport(
    List<SensorResult> results,
    List<RegionPattern> unmatched,
    Duration took,
    Duration stopped,
    Map<RegionPattern, String> hints) {
  /**
   * Checks and copies the parts.
   *
   * @param results results
   * @param unmatched patterns that matched nothing
   * @param took duration of the whole operation
   * @param stopped how long running threads were stopped
   * @param hints what unmatched patterns may have meant
   */
  public SensorReport {
    results = List.copyOf(results);
    unmatched = List.copyOf(unmatched);
    Objects.requireNonNull(took, "took");
    Objects.requireNonNull(stopped, "stopped");
    hints = Map.copyOf(hints);
  }

  /**
   * A report without hints.
   *
   * @param results results
   * @param unmatched patterns that matched nothing
   * @param took duration of the whole operation
   * @param stopped how long running threads were stopped
   */
  public SensorReport(
      List<SensorResult> results, List<RegionPattern> unmatched, Duration took, Duration stopped) {
    this(results, unmatched, took, stopped, Map.of());
  }

  /**
   * The regions for which the request succeeded.
   *
   * @return results without refusal
   */
  public List<SensorResult> done() {
    return results.stream().filter(SensorResult::isDone).toList();
  }

  /**
   * The regions for which it was refused.
   *
   * @return results with a refusal
   */
  public List<SensorResult> refused() {
    return results.stream().filter(result -> !result.isDone()).toList();
  }

  /**
   * The regions for which it was refused, by reason.
   *
   * @return results with a refusal, in the structure's order; the commonest reason first
   */
  public Map<RefusalCode, List<SensorResult>> refusedByCode() {
    Map<RefusalCode, List<SensorResult>> byCode = new EnumMap<>(RefusalCode.class);
    for (SensorResult result : refused()) {
      RefusalCode code = result.refusal().orElseThrow().code();
      byCode.computeIfAbsent(code, none -> new ArrayList<>()).add(result);
    }
    Map<RefusalCode, List<SensorResult>> sorted = new LinkedHashMap<>();
    byCode.entrySet().stream()
        .sorted((a, b) -> Integer.compare(b.getValue().size(), a.getValue().size()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  @Override
  public String toString() {
    return "SensorReport["
        + done().size()
        + " done, "
        + refused().size()
        + " refused, "
        + unmatched.size()
        + " patterns unmatched, took "
        + NanosText.of((double) Times.saturatedNanos(took))
        + ", stopped "
        + NanosText.of((double) Times.saturatedNanos(stopped))
        + "]";
  }
}
