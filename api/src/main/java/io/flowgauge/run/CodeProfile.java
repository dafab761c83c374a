package io.flowgauge.run;

import io.flowgauge.internal.NoNulls;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What sensors measured in the processes of one activity from its start up to a moment: its code
 * regions and the calls between them, the dynamic region call graph (DRG, [Truong] Fig. 11). Times
 * are summed over all threads of all processes. Immutable and thread-safe.
 *
 * @param epochNanos the moment, in nanoseconds since 1970-01-01T00:00:00Z
 * @param regions the regions that had a sensor, each name once
 * @param calls calls between them, each pair once; kept in order of callers and callees
 */
public record CodeProfile(long epochNanos, List<CodeRegion> regions, List<Call> calls) {
  /** Stands for the caller of a call from outside all regions with a sensor. */
  public static final int NO_CALLER = -1;

  /**
   * A code region.
   *
   * @param name its unit and name, such as {@code libm.so.6:sin}
   * @param source where it is, as file and line; empty if unknown
   * @param calls calls that ended, 0 or more
   * @param nanos time of the outermost calls, 0 or more
   * @param ownNanos that time less the time of calls from it to other regions with a sensor, 0 or
   *     more
   * @param openNanos how long the longest call that has not ended has lasted; 0 if there is none
   */
  public record CodeRegion(
      String name, String source, long calls, long nanos, long ownNanos, long openNanos) {
    /**
     * Checks the parts.
     *
     * @param name unit and name
     * @param source file and line, or empty
     * @param calls calls that ended
     * @param nanos time of the outermost calls
     * @param ownNanos the same without calls to other regions
     * @param openNanos how long the longest open call has lasted
     * @throws IllegalArgumentException if the name is empty or a number is negative
     */
    public CodeRegion {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(source, "source");
      if (name.isEmpty() || calls < 0 || nanos < 0 || ownNanos < 0 || openNanos < 0) {
        throw new IllegalArgumentException(
            "a code region must have a name, and calls and times of 0 or more, but is \""
                + name
                + "\" with "
                + calls
                + " calls, "
                + nanos
                + " ns, own "
                + ownNanos
                + " ns, open for "
                + openNanos
                + " ns");
      }
    }
  }

  /**
   * Calls of one region from another, directly or through functions without a sensor.
   *
   * @param caller index of the calling region, or {@link #NO_CALLER}
   * @param callee index of the region called
   * @param calls how many calls ended, 0 or more
   * @param nanos their time, 0 or more
   */
  public record Call(int caller, int callee, long calls, long nanos) {
    /**
     * Checks the parts.
     *
     * @param caller index of the calling region
     * @param callee index of the region called
     * @param calls how many ended
     * @param nanos their time
     * @throws IllegalArgumentException if a number is negative
     */
    public Call {
      if (caller < NO_CALLER || callee < 0 || calls < 0 || nanos < 0) {
        throw new IllegalArgumentException(
            "calls must be between regions of the profile, with counts and times of 0 or more, but"
                + " these are "
                + calls
                + " from "
                + caller
                + " to "
                + callee
                + ", "
                + nanos
                + " ns");
      }
    }
  }

  /**
   * Checks and copies the parts.
   *
   * @param epochNanos the moment
   * @param regions the regions
   * @param calls calls between them
   * @throws IllegalArgumentException if a call names a region that is not there
   */
  public CodeProfile {
    regions = NoNulls.copy(regions, "regions");
    calls =
        NoNulls.copy(calls, "calls").stream()
            .sorted(Comparator.comparingInt(Call::caller).thenComparingInt(Call::callee))
            .toList();
    int count = regions.size();
    for (Call call : calls) {
      if (call.caller() >= count || call.callee() >= count) {
        throw new IllegalArgumentException(
            "the profile has " + count + " regions, but a call names another: " + call);
      }
    }
  }

  /**
   * Adds up profiles of several processes or activities: regions of the same name count as one.
   *
   * @param profiles one or more
   * @return their sum, at the latest of their moments
   * @throws IllegalArgumentException if there is no profile
   */
  public static CodeProfile sum(Collection<CodeProfile> profiles) {
    long at =
        NoNulls.copy(profiles, "profiles").stream()
            .mapToLong(CodeProfile::epochNanos)
            .max()
            .orElseThrow(
                () -> new IllegalArgumentException("there must be a profile to sum, but is none"));
    Map<String, CodeRegion> sums = new LinkedHashMap<>();
    profiles.forEach(p -> p.regions.forEach(r -> sums.merge(r.name(), r, CodeProfile::plus)));
    Map<String, Integer> index = new HashMap<>();
    sums.keySet().forEach(name -> index.put(name, index.size()));
    Map<List<Integer>, Call> calls = new LinkedHashMap<>();
    for (CodeProfile profile : profiles) {
      for (Call call : profile.calls) {
        int callee = index.get(profile.regions.get(call.callee()).name());
        int caller =
            call.caller() == NO_CALLER
                ? NO_CALLER
                : index.get(profile.regions.get(call.caller()).name());
        calls.merge(
            List.of(caller, callee),
            new Call(caller, callee, call.calls(), call.nanos()),
            CodeProfile::plus);
      }
    }
    return new CodeProfile(at, List.copyOf(sums.values()), List.copyOf(calls.values()));
  }

  private static CodeRegion plus(CodeRegion a, CodeRegion b) {
    return new CodeRegion(
        a.name,
        a.source,
        a.calls + b.calls,
        a.nanos + b.nanos,
        a.ownNanos + b.ownNanos,
        Math.max(a.openNanos, b.openNanos));
  }

  private static Call plus(Call a, Call b) {
    return new Call(a.caller, a.callee, a.calls + b.calls, a.nanos + b.nanos);
  }

  /**
   * Whether this can be a later state of the same measurement, rather than one of another attempt.
   *
   * @param earlier a profile of an earlier moment
   * @return whether this has all its regions, each with at least as many calls
   */
  public boolean continues(CodeProfile earlier) {
    Map<String, Long> now =
        regions.stream().collect(Collectors.toMap(CodeRegion::name, CodeRegion::calls, Long::sum));
    return earlier.regions.stream().allMatch(r -> now.getOrDefault(r.name(), -1L) >= r.calls());
  }
}
