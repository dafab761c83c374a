package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionPatterns;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.shared.SharedProfile;
import io.flowgauge.instrumentation.shared.SharedSensor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Inserts and removes sensors. Not thread-safe. */
final class Installer {
  private static final int MOST_NAMED = 5;

  private final Shim shim;
  private final long handle;
  private final Modules modules;
  private final SensorTable sensors;
  private final Recording recording;

  private final RewrittenFunctions rewritten;

  private boolean closed;

  Installer(Shim shim, long handle, Modules modules, SensorTable sensors, Recording recording) {
    this.shim = shim;
    this.handle = handle;
    this.modules = modules;
    this.sensors = sensors;
    this.recording = recording;
    rewritten = new RewrittenFunctions(shim, handle, this, sensors);
  }

  RewrittenFunctions rewritten() {
    return rewritten;
  }

  Outcome<SensorReport> check(SensorRequest request) {
    return find(request).then(wanted -> put(wanted, new Batch(request, false), shim::check, false));
  }

  Outcome<SensorReport> instrument(SensorRequest request) {
    return find(request).then(wanted -> insert(wanted, new Batch(request, false)));
  }

  /**
   * Inserts sensors. Symbols, whose reading may take seconds, were read before the time at which
   * measuring begins. Shared memory is mapped with the first sensor, so that the process is stopped
   * only once for both.
   */
  private Outcome<SensorReport> insert(Wanted wanted, Batch batch) {
    Instant begin = Instant.now();
    return put(
        wanted, batch, (to, probes) -> shim.insert(to, probes).then(all -> map(all, begin)), true);
  }

  private Outcome<Verdicts> map(Verdicts verdicts, Instant begin) {
    boolean isAny = verdicts.perSensor().stream().anyMatch(each -> each.refusal().isEmpty());
    Optional<Refusal> noMemory = isAny ? recording.begin(begin) : Optional.empty();
    return noMemory
        .<Outcome<Verdicts>>map(Outcome.Refused::new)
        .orElseGet(() -> Outcome.done(verdicts));
  }

  /**
   * The code that a request names. A piece of code with several names occurs once.
   *
   * @param places the code to measure
   * @param refused regions without code to measure: inlined everywhere, or in modules that cannot
   *     be read
   * @param unmatched patterns that matched nothing
   */
  private record Wanted(
      List<Place> places, List<SensorResult> refused, List<RegionPattern> unmatched) {}

  private Outcome<Wanted> find(SensorRequest request) {
    RegionPatterns include = RegionPatterns.of(request.include());
    RegionPatterns exclude = RegionPatterns.of(request.exclude());
    Modules.Scope scope =
        new Modules.Scope(
            unit -> request.include().stream().anyMatch(p -> p.matchesUnit(unit)),
            region -> include.anyMatches(region) && !exclude.anyMatches(region));
    return modules
        .find(scope)
        .then(found -> Outcome.done(wanted(found, request, include)))
        .then(wanted -> withInlined(wanted, request));
  }

  /**
   * Refuses functions that are inlined everywhere among the names that nothing matched, because
   * such names are not wrong.
   */
  private Outcome<Wanted> withInlined(Wanted wanted, SensorRequest request) {
    if (wanted.unmatched().isEmpty()) {
      return Outcome.done(wanted);
    }
    return modules
        .inlined(wanted.unmatched())
        .then(
            found -> {
              List<CodeRegion> inlined = found.stream().filter(request::names).toList();
              List<SensorResult> refused = new ArrayList<>(wanted.refused());
              inlined.forEach(region -> refused.add(refused(region, inlinedRefusal(region))));
              return Outcome.done(
                  new Wanted(
                      wanted.places(),
                      refused,
                      wanted.unmatched().stream()
                          .filter(pattern -> inlined.stream().noneMatch(pattern::matches))
                          .toList()));
            });
  }

  private Wanted wanted(List<Modules.Found> found, SensorRequest request, RegionPatterns include) {
    Map<Place.Code, Place> byCode = new LinkedHashMap<>();
    List<SensorResult> refused = new ArrayList<>();
    Set<RegionPattern> unmatched = new HashSet<>(request.include());
    for (Modules.Found module : found) {
      if (module.unreadable().isPresent()) {
        CodeRegion all = modules.unread(module.module());
        refused.add(refused(all, module.unreadable().get()));
        unmatched.removeIf(pattern -> namesUnitOf(pattern, all));
      }
      for (Place place : module.places()) {
        byCode.putIfAbsent(place.code(), place);
        unmatched.removeAll(include.matching(place.region()));
      }
    }
    return new Wanted(
        List.copyOf(byCode.values()),
        refused,
        request.include().stream().filter(unmatched::contains).distinct().toList());
  }

  /** Whether a pattern names the unit of a region explicitly, instead of all units. */
  private static boolean namesUnitOf(RegionPattern pattern, CodeRegion region) {
    return !pattern.unit().equals(RegionPattern.ALL.unit()) && pattern.matchesUnitOf(region);
  }

  /** The places that need a sensor, with their sensor numbers. */
  private final class Batch {
    private final SensorRequest request;
    private final boolean rewrites;
    private final Optional<SharedProfile> reader = recording.reader();
    private final Map<Place.Code, SensorResult> results = new LinkedHashMap<>();
    private final List<Place> places = new ArrayList<>();
    private final List<Probe> probes = new ArrayList<>();

    Batch(SensorRequest request, boolean rewrites) {
      this.request = request;
      this.rewrites = rewrites;
    }

    void add(Place place) {
      Optional<Integer> known =
          sensors.number(place.code()).filter(number -> isInstalled(number, reader));
      if (known.isPresent()) {
        SharedSensor sensor = sensors.all().get(known.get());
        Backend backend = sensors.backend(known.get());
        results.put(place.code(), done(place.region(), backend, sensor.highestCostNanos()));
        return;
      }
      sensors.number(place.code()).ifPresent(rewritten::forget);
      Optional<Integer> number = sensors.allocateNumber(place.code());
      if (number.isEmpty()) {
        results.put(place.code(), refused(place.region(), tooManyRegions()));
      } else {
        results.put(place.code(), done(place.region(), Backend.AGENT, 0));
        places.add(place);
        Probe probe = sensors.probe(place, number.get(), request);
        probes.add(rewrites ? probe.rewriting() : probe);
      }
    }

    /** Stores the outcome of the probes, and releases the numbers of refused ones. */
    void recordOutcome(List<Verdicts.Verdict> verdicts, boolean installing) {
      Map<Integer, SharedSensor> installed = new LinkedHashMap<>();
      for (int k = 0; k < places.size(); k++) {
        Place place = places.get(k);
        Verdicts.Verdict verdict = verdicts.get(k);
        results.put(
            place.code(),
            new SensorResult(
                place.region(), verdict.refusal(), verdict.backend(), verdict.costNanos()));
        int number = probes.get(k).region();
        if (installing && verdict.refusal().isEmpty()) {
          installed.put(number, sensors.sensor(number, place, request, verdict));
        } else {
          sensors.release(number);
        }
      }
      sensors.addInstalled(installed);
    }

    void releaseNumbers() {
      probes.forEach(probe -> sensors.release(probe.region()));
    }
  }

  private Outcome<SensorReport> put(
      Wanted wanted,
      Batch batch,
      BiFunction<Long, List<Probe>, Outcome<Verdicts>> call,
      boolean installing) {
    wanted.places().forEach(batch::add);
    Outcome<Verdicts> verdicts =
        batch.probes.isEmpty() ? Outcome.done(Verdicts.NONE) : call.apply(handle, batch.probes);
    if (verdicts.refusal().isPresent()) {
      batch.releaseNumbers();
    }
    return verdicts.then(
        all -> {
          batch.recordOutcome(all.perSensor(), installing);
          List<SensorResult> results = new ArrayList<>(batch.results.values());
          results.addAll(wanted.refused());
          return Outcome.done(
              new SensorReport(
                  results,
                  wanted.unmatched(),
                  all.took(),
                  all.stopped(),
                  modules.hints(wanted.unmatched())));
        });
  }

  /**
   * Whether a sensor is in place: not removed by the helper because of its cost, and not gone with
   * a library.
   */
  boolean isInstalled(int number) {
    return isInstalled(number, recording.reader());
  }

  /**
   * Whether a sensor is in place according to a reader, which is shared by many calls because
   * making one may fetch counts from the kernel.
   */
  private boolean isInstalled(int number, Optional<SharedProfile> reader) {
    SharedSensor sensor = sensors.all().get(number);
    return sensor != null
        && sensor.installed()
        && !reader.map(profile -> profile.isRemoved(number)).orElse(false);
  }

  private static SensorResult done(CodeRegion region, Backend backend, double costNanos) {
    return new SensorResult(region, Optional.empty(), backend, costNanos);
  }

  private static SensorResult refused(CodeRegion region, Refusal refusal) {
    return new SensorResult(region, Optional.of(refusal), Backend.AGENT, 0);
  }

  private static Refusal inlinedRefusal(CodeRegion region) {
    return new Refusal(
        RefusalCode.INLINED,
        region.qualifiedName()
            + " has no code of its own, because the compiler inlined every call; name its"
            + " callers, or compile with -fno-inline");
  }

  private static Refusal tooManyRegions() {
    return new Refusal(
        RefusalCode.LIMIT,
        "an attachment has room for sensors on "
            + SensorTable.MOST
            + " regions; name fewer, or attach again");
  }

  /** Returns the only function that a pattern names. */
  Outcome<Place> findFunction(RegionPattern target) {
    return find(SensorRequest.of(target.toString())).then(wanted -> singlePlace(wanted, target));
  }

  private static Outcome<Place> singlePlace(Wanted wanted, RegionPattern target) {
    if (wanted.places().size() == 1) {
      return Outcome.done(wanted.places().get(0));
    }
    Optional<Refusal> why =
        wanted.refused().stream().flatMap(r -> r.refusal().stream()).findFirst();
    if (wanted.places().isEmpty()) {
      return new Outcome.Refused<>(
          why.orElseGet(
              () -> new Refusal(RefusalCode.NO_TARGET, "no function is called " + target)));
    }
    return Outcome.refused(
        RefusalCode.AMBIGUOUS,
        wanted.places().size()
            + " functions are called "
            + target
            + ": "
            + wanted.places().stream()
                .limit(MOST_NAMED)
                .map(place -> place.region().qualifiedName())
                .collect(Collectors.joining(", ")));
  }

  /** Inserts a sensor by which calls can be rewritten, and which measures the requested metrics. */
  Outcome<SensorReport> insertRewriting(Place place, SensorRequest request) {
    Wanted wanted = new Wanted(List.of(place), List.of(), List.of());
    return insert(wanted, new Batch(request, true))
        .then(
            report ->
                report.results().stream()
                    .flatMap(result -> result.refusal().stream())
                    .findFirst()
                    .<Outcome<SensorReport>>map(Outcome.Refused::new)
                    .orElseGet(() -> Outcome.done(report)));
  }

  /** Removes sensors, except those of functions whose calls are rewritten. */
  Outcome<SensorReport> deinstrument(List<RegionPattern> patterns) {
    List<Integer> numbers = new ArrayList<>();
    Set<RegionPattern> unmatched = new HashSet<>(patterns);
    Optional<SharedProfile> reader = recording.reader();
    sensors
        .all()
        .forEach(
            (number, sensor) -> {
              if (isInstalled(number, reader)
                  && !rewritten.has(number)
                  && patterns.stream().anyMatch(p -> p.matches(sensor.region()))) {
                numbers.add(number);
                unmatched.removeIf(pattern -> pattern.matches(sensor.region()));
              }
            });
    Outcome<Verdicts> verdicts =
        numbers.isEmpty() ? Outcome.done(Verdicts.NONE) : shim.remove(handle, numbers);
    List<RegionPattern> left = patterns.stream().filter(unmatched::contains).distinct().toList();
    return verdicts.then(all -> Outcome.done(removed(numbers, all, left)));
  }

  private SensorReport removed(
      List<Integer> numbers, Verdicts verdicts, List<RegionPattern> unmatched) {
    List<SensorResult> results = new ArrayList<>();
    List<Integer> out = new ArrayList<>();
    for (int k = 0; k < numbers.size(); k++) {
      int number = numbers.get(k);
      SharedSensor sensor = sensors.all().get(number);
      Optional<Refusal> refusal = verdicts.perSensor().get(k).refusal();
      results.add(
          new SensorResult(
              sensor.region(), refusal, sensors.backend(number), sensor.highestCostNanos()));
      if (refusal.isEmpty()
          || refusal.get().code() == RefusalCode.NOT_INSTALLED
          || refusal.get().code() == RefusalCode.NO_CODE) {
        out.add(number);
      }
    }
    sensors.markRemoved(out);
    return new SensorReport(results, unmatched, verdicts.took(), verdicts.stopped());
  }

  /** Marks all sensors as removed; returns false if that was already done. */
  boolean close() {
    boolean first = !closed;
    closed = true;
    if (first) {
      sensors.markRemoved(sensors.all().keySet());
    }
    return first;
  }
}
