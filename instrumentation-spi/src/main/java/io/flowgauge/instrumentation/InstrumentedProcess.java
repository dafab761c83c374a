package io.flowgauge.instrumentation;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A process that a provider has attached to. Closing it removes all sensors and detaches; the last
 * profile stays readable. After that, {@link #structure}, {@link #check}, {@link #instrument} and
 * {@link #deinstrument} are refused with {@link RefusalCode#DETACHED}; after the process has ended,
 * with {@link RefusalCode#NO_PROCESS}. None of them throws. Thread-safe.
 */
public interface InstrumentedProcess extends AutoCloseable {
  /**
   * The process.
   *
   * @return the process as it was when attached to
   */
  TargetProcess process();

  /**
   * Its status.
   *
   * @return whether it runs now, and whether the provider is still attached
   */
  ProcessStatus status();

  /**
   * Reads the structure of the process (SIR), again at each call, because modules come and go.
   * Units without a region that passes the filter are left out.
   *
   * @param filter the part wanted
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
   * Checks what {@link #instrument} would do, without touching the process.
   *
   * @param request sensors wanted
   * @return a result for each region
   */
  Outcome<SensorReport> check(SensorRequest request);

  /**
   * Puts sensors in. A region that cannot have a sensor does not affect the others; a region that
   * already has one keeps it with its measurements and counts as done. A pattern that matches
   * nothing is listed in {@link SensorReport#unmatched()} and is not a refusal.
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
   * Pull mode: reads what was measured so far from shared memory, without stopping the process;
   * also works after its end and after {@link #close()}.
   *
   * @return the profile; if there never was a sensor it has no regions, and {@link Profile#since()}
   *     is the moment of attaching
   */
  Profile profile();

  /**
   * Push mode: sends changes until the returned subscription is closed; closing first sends the
   * remaining ones. There can be one subscription at a time. An update holds the regions that
   * changed since the last one, with everything measured of them so far. When the process ends,
   * becomes another program or is detached from, the remaining changes are sent, {@link
   * ProfileListener#ended} is called, and push mode ends; if that happened before this call, only
   * {@code ended} is called. A listener that throws still gets the next update.
   *
   * @param options when to send
   * @param listener receives the updates
   * @return the subscription; closing it ends push mode
   * @throws IllegalStateException if there is one already
   */
  Subscription push(PushOptions options, ProfileListener listener);

  /**
   * Finds where the threads are now, without a sensor, even those in a call that began long ago.
   * They are stopped for as short a time as the provider can; waiting native threads are not
   * touched.
   *
   * @return the positions of up to 256 threads, without those that have just ended; {@link
   *     RefusalCode#UNSUPPORTED} if this provider cannot tell
   */
  default Outcome<List<ThreadPosition>> positions() {
    return Outcome.refused(RefusalCode.UNSUPPORTED, "this provider cannot tell where threads are");
  }

  /**
   * Changes something in the process. The change lasts until it is undone, at the latest when this
   * is closed.
   *
   * @param change the change
   * @return what was changed, or why it was refused; {@link RefusalCode#UNSUPPORTED} if this
   *     provider makes no such change
   */
  default Outcome<AppliedChange> change(Change change) {
    return Outcome.refused(
        RefusalCode.UNSUPPORTED, "this provider cannot do this: " + Objects.requireNonNull(change));
  }

  /**
   * How the threads of the process ran and waited since the first call of this method. For
   * processes on other machines; the load of a local process is measured without a provider.
   *
   * @return the load; {@link RefusalCode#UNSUPPORTED} for a process on this machine
   */
  default Outcome<ProcessLoad> load() {
    return Outcome.refused(
        RefusalCode.UNSUPPORTED, "providers measure only the load of processes on other machines");
  }

  /**
   * Lets a launched process continue to main. Has no effect on a process that already runs.
   *
   * @return its status
   */
  Outcome<ProcessStatus> resume();

  /**
   * Takes all sensors out and detaches from the process. Further calls have no effect.
   *
   * @return the status of the process
   */
  Outcome<ProcessStatus> detach();

  /** Detaches; if that fails, {@link #status()} shows it. */
  @Override
  default void close() {
    detach();
  }
}
