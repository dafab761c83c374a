package io.flowgauge.instrumentation;

import java.util.Arrays;
import java.util.List;

/**
 * A process somebody has attached to. Closing takes all sensors out and lets it go; its last
 * profile stays readable. After that {@link #structure}, {@link #check}, {@link #instrument} and
 * {@link #deinstrument} are refused with {@link RefusalCode#DETACHED}, after the end of the process
 * with {@link RefusalCode#NO_PROCESS}; nothing of this is an exception. Thread-safe.
 */
public interface InstrumentedProcess extends AutoCloseable {
  /**
   * The process.
   *
   * @return as it was when attached to
   */
  TargetProcess process();

  /**
   * How it is.
   *
   * @return its state now
   */
  ProcessStatus status();

  /**
   * Its structure (SIR), read anew: modules come and go. Units none of whose regions pass are left
   * out.
   *
   * @param filter what of it is wanted
   * @return the structure
   */
  Outcome<Structure> structure(StructureFilter filter);

  /**
   * Its whole structure, without source positions.
   *
   * @return the structure
   */
  default Outcome<Structure> structure() {
    return structure(StructureFilter.all());
  }

  /**
   * What {@link #instrument} would do, without touching the process.
   *
   * @param request sensors wanted
   * @return a result for each region
   */
  Outcome<SensorReport> check(SensorRequest request);

  /**
   * Puts sensors in. A region that cannot have one never spoils the others; one that has one
   * already keeps it and what it measured, and counts as done. A pattern that names nothing is
   * among {@link SensorReport#unmatched()}, and refuses nothing.
   *
   * @param request sensors wanted
   * @return a result for each region the request names
   */
  Outcome<SensorReport> instrument(SensorRequest request);

  /**
   * Puts sensors in that measure calls and wall time.
   *
   * @param regions patterns such as {@code libm.so.6:sin*}; one or more
   * @return a result for each region they name
   * @throws IllegalArgumentException if there is no pattern, or one is malformed
   */
  default Outcome<SensorReport> instrument(String... regions) {
    return instrument(SensorRequest.of(regions));
  }

  /**
   * Takes sensors out. What they measured stays in the profile.
   *
   * @param regions patterns of regions; {@code *} for all
   * @return a result for each region that had a sensor
   */
  Outcome<SensorReport> deinstrument(List<RegionPattern> regions);

  /**
   * Takes sensors out.
   *
   * @param regions patterns as in {@link RegionPattern#parse}; none for all
   * @return a result for each region that had a sensor
   * @throws IllegalArgumentException if a pattern is malformed
   */
  default Outcome<SensorReport> deinstrument(String... regions) {
    return deinstrument(
        regions.length == 0
            ? List.of(RegionPattern.ALL)
            : Arrays.stream(regions).map(RegionPattern::parse).toList());
  }

  /**
   * Pull mode: what was measured so far, read from shared memory without stopping the process; also
   * after its end and after {@link #close()}.
   *
   * @return the profile; empty of regions if there never was a sensor, and then {@link
   *     Profile#since()} is the moment of attaching
   */
  Profile profile();

  /**
   * Push mode: sends what changes, until the result is closed, which sends what is left first. Only
   * one at a time. An update holds the regions updated since the one before, with their whole
   * measurements so far. Once the process has ended, become another or was let go, what is left is
   * sent, {@link ProfileListener#ended} is called, and push mode is over; where that was before,
   * {@code ended} is called alone. A listener that throws gets the next update all the same.
   *
   * @param options when to send
   * @param listener whom to
   * @return what ends it
   * @throws IllegalStateException if there is one already
   */
  Subscription push(PushOptions options, ProfileListener listener);

  /**
   * Lets a launched process go on to main. One that runs already stays as it is.
   *
   * @return its status
   */
  Outcome<ProcessStatus> resume();

  /**
   * Takes all sensors out and lets the process go. Further calls do nothing.
   *
   * @return how the process is
   */
  Outcome<ProcessStatus> detach();

  /** Detaches; a failure to is seen in {@link #status()}. */
  @Override
  default void close() {
    detach();
  }
}
