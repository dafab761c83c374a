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

/** Steps of instrumenting that all tests of programs share. */
final class Sensors {
  /** Whether the long tests are asked for. */
  static final boolean LONG = System.getProperty("flowgauge.long") != null;

  /** Refusals that are no fault: the function's own bytes are the reason. */
  static final Set<RefusalCode> SHAPE =
      Set.of(
          RefusalCode.TOO_SHORT,
          RefusalCode.MID_CALL,
          RefusalCode.BACK_JUMP,
          RefusalCode.CROSS_JUMP,
          RefusalCode.RELATIVE,
          RefusalCode.UNDECODABLE,
          RefusalCode.RETURNS_TWICE);

  /** What compilers append to the names of copies they make. */
  private static final Pattern CLONE =
      Pattern.compile("(\\.(constprop|isra|part|lto_priv|localalias|cold|llvm)(\\.\\d+)?)+$");

  private Sensors() {}

  /** The native provider; skips the test where it does not work. */
  static InstrumentationProvider provider() {
    Built.assumeHost();
    InstrumentationProvider provider = Instrumentation.provider("native").orElseThrow();
    provider.unavailable().ifPresent(why -> assumeTrue(false, "skipped: " + why));
    return provider;
  }

  static InstrumentedProcess attach(long pid) {
    return provider().attach(pid).orThrow();
  }

  /** Why a process cannot be attached to or cannot have a sensor anywhere. */
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

  /** A request for regions of a unit, with the clones that compilers make of them. */
  static SensorRequest request(String unit, Collection<String> names) {
    return SensorRequest.of(
        names.stream()
            .flatMap(name -> List.of(unit + ":" + name, unit + ":" + name + ".*").stream())
            .toArray(String[]::new));
  }

  static SensorReport insert(InstrumentedProcess process, SensorRequest request) {
    return process.instrument(request).orThrow();
  }

  /** Takes all sensors out, each of them. */
  static void removeAll(InstrumentedProcess process) {
    SensorReport report = process.deinstrument(List.of(RegionPattern.parse("*"))).orThrow();
    assertThat(report.refused()).as("sensors that stay").isEmpty();
  }

  /** The name a region has in its source. */
  static String plainName(String linkageName) {
    return CLONE.matcher(linkageName).replaceFirst("");
  }

  /** Regions that have a sensor, by plain name. */
  static Set<String> installed(SensorReport report) {
    return report.done().stream()
        .filter(result -> !result.region().linkageName().contains(".cold"))
        .map(result -> plainName(result.region().linkageName()))
        .collect(Collectors.toSet());
  }

  /** Calls by plain name, the clones of a function together. */
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

  /** What came to a count since an earlier profile. */
  static Map<String, Long> since(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> change = new TreeMap<>(after);
    before.forEach((name, calls) -> change.merge(name, -calls, Long::sum));
    return change;
  }

  /** That each region with a sensor counted just what the program knows. */
  static void assertCounts(
      Map<String, Long> measured, Map<String, Long> known, Set<String> installed) {
    Map<String, Long> expected = new TreeMap<>(known);
    expected.keySet().retainAll(installed);
    Map<String, Long> found = new TreeMap<>(measured);
    found.keySet().retainAll(expected.keySet());
    assertThat(found).as("calls").isEqualTo(expected);
  }
}
