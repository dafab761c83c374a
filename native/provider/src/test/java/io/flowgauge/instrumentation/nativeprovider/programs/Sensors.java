package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Instrumentation steps shared by all tests of programs. */
final class Sensors {
  /** Whether the long tests are requested. */
  static final boolean LONG = System.getProperty("flowgauge.long") != null;

  /** Refusals due to the function's own bytes, which are no fault. */
  static final Set<RefusalCode> SHAPE =
      Set.of(
          RefusalCode.TOO_SHORT,
          RefusalCode.MID_CALL,
          RefusalCode.BACK_JUMP,
          RefusalCode.CROSS_JUMP,
          RefusalCode.RELATIVE,
          RefusalCode.UNDECODABLE,
          RefusalCode.RETURNS_TWICE);

  /** Suffixes that compilers append to the names of function copies. */
  private static final Pattern CLONE =
      Pattern.compile("(\\.(constprop|isra|part|lto_priv|localalias|cold|llvm)(\\.\\d+)?)+$");

  private Sensors() {}

  /** Returns the native provider; skips the test if it is unavailable. */
  static InstrumentationProvider provider() {
    Built.assumeHost();
    InstrumentationProvider provider = Instrumentation.provider("native").orElseThrow();
    provider.unavailable().ifPresent(why -> assumeTrue(false, "skipped: " + why));
    return provider;
  }

  static InstrumentedProcess attach(long pid) {
    return provider().attach(pid).orThrow();
  }

  /** Returns why a process cannot be attached to, or why none of its regions can have a sensor. */
  static RefusalCode refusal(long pid, String region) {
    Outcome<InstrumentedProcess> outcome = provider().attach(pid);
    if (outcome.refusal().isPresent()) {
      return checked(outcome.refusal().orElseThrow());
    }
    try (InstrumentedProcess process = outcome.orThrow()) {
      SensorRequest request = SensorRequest.builder(region).backend(Backend.AGENT).build();
      Outcome<SensorReport> report = process.instrument(request);
      if (report.refusal().isPresent()) {
        return checked(report.refusal().orElseThrow());
      }
      List<SensorResult> results = report.orThrow().results();
      assertThat(results).as("sensors on " + region).isNotEmpty();
      assertThat(report.orThrow().done()).as("sensors on " + region).isEmpty();
      return checked(results.get(0).refusal().orElseThrow());
    }
  }

  private static RefusalCode checked(Refusal refusal) {
    assertThat(refusal.message()).as("" + refusal.code()).isNotBlank().hasSizeLessThan(300);
    return refusal.code();
  }

  /** Returns a request for regions of a unit, including clones made by compilers. */
  static SensorRequest request(String unit, Collection<String> names) {
    return SensorRequest.of(
        names.stream()
            .flatMap(name -> List.of(unit + ":" + name, unit + ":" + name + ".*").stream())
            .toArray(String[]::new));
  }

  static SensorReport insert(InstrumentedProcess process, SensorRequest request) {
    return process.instrument(request).orThrow();
  }

  /** Takes all sensors out; fails if one stays. */
  static void removeAll(InstrumentedProcess process) {
    SensorReport report = process.deinstrument(List.of(RegionPattern.parse("*"))).orThrow();
    assertThat(report.refused()).as("sensors that stay").isEmpty();
  }

  /** Returns a region's name in its source. */
  static String plainName(String linkageName) {
    return CLONE.matcher(linkageName).replaceFirst("");
  }

  /** Returns the plain names of regions that have a sensor. */
  static Set<String> installed(SensorReport report) {
    return report.done().stream()
        .filter(result -> !result.region().linkageName().contains(".cold"))
        .map(result -> plainName(result.region().linkageName()))
        .collect(Collectors.toSet());
  }

  /** Returns calls by plain name, summed over the clones of a function. */
  static Map<String, Long> calls(Profile profile) {
    return profile.regions().stream()
        .filter(region -> !region.region().linkageName().contains(".cold"))
        .collect(
            Collectors.toMap(
                region -> plainName(region.region().linkageName()),
                RegionProfile::calls,
                Long::sum,
                TreeMap::new));
  }

  /** Returns the increase of each count since an earlier profile. */
  static Map<String, Long> since(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> change = new TreeMap<>(after);
    before.forEach((name, calls) -> change.merge(name, -calls, Long::sum));
    return change;
  }

  /** Asserts that each region with a sensor has exactly the count that the program knows. */
  static void assertCounts(
      Map<String, Long> measured, Map<String, Long> known, Set<String> installed) {
    Map<String, Long> expected = new TreeMap<>(known);
    expected.keySet().retainAll(installed);
    Map<String, Long> found = new TreeMap<>(measured);
    found.keySet().retainAll(expected.keySet());
    assertThat(found).as("calls").isEqualTo(expected);
  }
}
