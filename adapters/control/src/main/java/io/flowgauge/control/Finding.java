package io.flowgauge.control;

import io.flowgauge.instrumentation.CodeRegion;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The code region in which an activity spends its time. Immutable.
 *
 * @param time when it was found
 * @param activity id of the activity
 * @param type its type
 * @param pids its processes
 * @param region the region: one of the program or its own libraries, if its threads were ever seen
 *     in one
 * @param within the region of a system library in which it works or waits, if its threads were
 *     mostly seen there
 * @param share fraction of the looks in which threads were in the region, or in a system library
 *     called from it; from 0 to 1
 * @param usualShare that fraction for other activities of the type; empty if none was examined
 * @param waiting the fraction of these looks in which the threads waited for the kernel
 * @param looks how often the threads were looked at
 * @param policy name of the policy that wanted to examine it
 */
public record Finding(
    Instant time,
    String activity,
    String type,
    List<Long> pids,
    CodeRegion region,
    Optional<CodeRegion> within,
    double share,
    OptionalDouble usualShare,
    double waiting,
    int looks,
    String policy) {
  /**
   * Checks and copies the parts.
   *
   * @param time when it was found
   * @param activity id of the activity
   * @param type its type
   * @param pids its processes
   * @param region the region
   * @param within the region of a system library
   * @param share how often threads were seen in it
   * @param usualShare the same of others
   * @param waiting the share of waits
   * @param looks how often they were looked at
   * @param policy name of the policy
   */
  public Finding {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(activity, "activity");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(region, "region");
    Objects.requireNonNull(within, "within");
    Objects.requireNonNull(usualShare, "usualShare");
    Objects.requireNonNull(policy, "policy");
    pids = List.copyOf(pids);
  }

  /**
   * Returns the finding as a sentence.
   *
   * @return for example {@code activity align-17 (align) is in aligner:extend for 98 % of its time,
   *     usually 3 %}
   */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "activity %s (%s) is in %s%s for %.0f %% of its time%s%s",
        activity,
        type,
        region.qualifiedName(),
        within.map(inner -> " (" + inner.qualifiedName() + ")").orElse(""),
        100 * share,
        usualShare.isPresent()
            ? String.format(Locale.ROOT, ", usually %.0f %%", 100 * usualShare.getAsDouble())
            : "",
        waiting > 0.5 ? ", and waits there" : "");
  }
}
