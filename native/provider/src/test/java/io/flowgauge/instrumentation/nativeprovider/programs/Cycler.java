package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.Structure;
import io.flowgauge.instrumentation.StructureFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Attaches to a running process, puts sensors on some hundred regions, takes them out, detaches.
 */
final class Cycler {
  private final RegionPattern units;
  private final int regions;
  private final Random random = new Random(5);
  private Refusal lastRefusal;
  private int notStopped;
  private int early;
  private int cycles;
  private int sensors;
  private long calls;

  /**
   * Creates a cycler.
   *
   * @param units pattern of regions from which each cycle chooses
   * @param regions how many regions a cycle chooses
   */
  Cycler(String units, int regions) {
    this.units = RegionPattern.parse(units);
    this.regions = regions;
  }

  /** Runs one cycle; false if the process has ended meanwhile, which is no fault. */
  boolean cycle(long pid, long pauseMillis) throws InterruptedException {
    Outcome<InstrumentedProcess> attached = Sensors.provider().attach(pid);
    if (attached.refusal().isPresent()) {
      return goesOn(attached.refusal().orElseThrow());
    }
    try (InstrumentedProcess process = attached.orThrow()) {
      StructureFilter filter = new StructureFilter(List.of(units), List.of(), false);
      Outcome<Structure> structure = process.structure(filter);
      if (structure.refusal().isPresent()) {
        return goesOn(structure.refusal().orElseThrow());
      }
      List<CodeRegion> all = structure.orThrow().regions();
      return all.isEmpty() ? isEarly() : measure(process, chosen(all), pauseMillis);
    }
  }

  /**
   * Tolerated cycles in which a busy machine did not run a thread in time for it to stop, besides
   * one in {@link #NOT_STOPPED_IN} cycles.
   */
  private static final int MOST_NOT_STOPPED = 10;

  private static final int NOT_STOPPED_IN = 20;

  private static final List<RefusalCode> ENDED =
      List.of(RefusalCode.NO_PROCESS, RefusalCode.ZOMBIE, RefusalCode.EXECED);

  /**
   * Most functions chosen from a library, as one process can have had sensors in at most 16,384
   * functions.
   */
  private static final int MOST_FUNCTIONS = 8000;

  /** Cycles within which programs have loaded their libraries and made room for threads. */
  private static final int MOST_EARLY = 200;

  /**
   * Whether cycling can continue: false if the process has ended; true if it did not stop in time.
   */
  private boolean goesOn(Refusal refusal) {
    lastRefusal = refusal;
    if (refusal.code() == RefusalCode.NOT_STOPPABLE
        && ++notStopped <= MOST_NOT_STOPPED + cycles / NOT_STOPPED_IN) {
      return true;
    }
    if (refusal.code() == RefusalCode.NO_TLS) {
      return isEarly();
    }
    assertThat(refusal.code()).as(refusal.message()).isIn(ENDED);
    return false;
  }

  /** Counts an attempt before the program was ready; a later cycle will try again. */
  private boolean isEarly() {
    assertThat(++early).as("attempts before the program was ready").isLessThan(MOST_EARLY + cycles);
    return true;
  }

  private boolean measure(InstrumentedProcess process, SensorRequest request, long pauseMillis)
      throws InterruptedException {
    Outcome<SensorReport> report = process.instrument(request);
    if (report.refusal().isPresent()) {
      return goesOn(report.refusal().orElseThrow());
    }
    assertThat(report.orThrow().done())
        .as("sensors; refused: " + report.orThrow().refused())
        .hasSizeGreaterThan(report.orThrow().results().size() * 9 / 10);
    Thread.sleep(pauseMillis);
    Outcome<SensorReport> removed = process.deinstrument(List.of(RegionPattern.parse("*")));
    removed.value().ifPresent(each -> assertThat(each.refused()).isEmpty());
    removed.refusal().ifPresent(why -> assertThat(why.code()).isIn(ENDED));
    sensors += report.orThrow().done().size();
    calls += process.profile().regions().stream().mapToLong(RegionProfile::calls).sum();
    cycles++;
    return true;
  }

  private SensorRequest chosen(List<CodeRegion> all) {
    List<CodeRegion> some = new ArrayList<>(all);
    Collections.shuffle(some, new Random(all.size()));
    some = new ArrayList<>(some.subList(0, Math.min(some.size(), MOST_FUNCTIONS)));
    Collections.shuffle(some, random);
    List<RegionPattern> patterns =
        some.stream()
            .filter(region -> !region.inlined())
            .limit(regions)
            .map(RegionPattern::of)
            .distinct()
            .toList();
    return SensorRequest.of(patterns.stream().map(RegionPattern::toString).toArray(String[]::new));
  }

  int cycles() {
    return cycles;
  }

  /** Returns the number of calls measured over all cycles. */
  long calls() {
    return calls;
  }

  @Override
  public String toString() {
    return cycles
        + " cycles, "
        + sensors
        + " sensors, "
        + calls
        + " calls, "
        + notStopped
        + " times not stopped, last refusal "
        + lastRefusal;
  }
}
