package io.flowgauge.control;

import io.flowgauge.control.Sightings.Seen;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.ThreadPosition;
import io.flowgauge.instrumentation.activity.ActivityProfile;
import io.flowgauge.instrumentation.activity.PhaseMapping;
import io.flowgauge.run.RunRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The examination of one activity: at first by looking where its threads are, then by sensors. Not
 * thread-safe.
 */
final class Examination implements AutoCloseable {
  /**
   * Number of looks from which a cause can be beyond doubt, and number after which looking ends in
   * any case.
   */
  private static final int FEWEST = 10;

  private static final int MOST = 40;

  /** Ratio of pauses to stops: a thread is stopped for at most a twentieth of the time. */
  private static final int REST = 19;

  /** By how much the share of a cause must exceed the usual one to be beyond doubt. */
  private static final double EXCESS = 0.25;

  private Candidate candidate;
  private Policy policy;
  private long since = System.nanoTime();
  private long notBefore = since;
  private final List<InstrumentedProcess> processes;
  private double spentNanos;
  private Sightings sightings = new Sightings();
  private boolean isMeasured;
  private boolean isLooking = true;

  Examination(Candidate candidate, Policy policy, List<InstrumentedProcess> processes) {
    this.candidate = candidate;
    this.policy = policy;
    this.processes = List.copyOf(processes);
  }

  /** Starts to look again, for another policy; sensors stay in place. */
  void restartFor(Candidate now, Policy another) {
    candidate = now;
    policy = another;
    since = System.nanoTime();
    sightings = new Sightings();
    isLooking = true;
  }

  /** Whether the activity is late by now. */
  boolean isLate() {
    double seconds = candidate.seconds() + (System.nanoTime() - since) / 1e9;
    return candidate.usualSeconds().isPresent() && seconds > candidate.usualSeconds().getAsDouble();
  }

  Candidate candidate() {
    return candidate;
  }

  Policy policy() {
    return policy;
  }

  Sightings sightings() {
    return sightings;
  }

  /** Adds processor time spent on looking at it. */
  void spend(double nanos) {
    spentNanos += nanos;
  }

  double spentNanos() {
    return spentNanos;
  }

  List<Long> pids() {
    return processes.stream().map(process -> process.process().pid()).toList();
  }

  /** Whether none of its processes is running. */
  boolean isOver() {
    return processes.stream().noneMatch(process -> process.status().state() == State.RUNNING);
  }

  boolean isLooking() {
    return isLooking;
  }

  boolean isMeasured() {
    return isMeasured;
  }

  /** Whether the pause after the last look is over. */
  boolean isDue() {
    return System.nanoTime() - notBefore >= 0;
  }

  /** Looks where all threads are. */
  void look() {
    List<ThreadPosition> all = new ArrayList<>();
    for (InstrumentedProcess process : processes) {
      Outcome<List<ThreadPosition>> positions = process.positions();
      positions.value().ifPresent(all::addAll);
    }
    isLooking = !all.isEmpty() || sightings.looks() > 0;
    sightings.add(all);
    long stopped = all.stream().mapToLong(each -> each.stopped().toNanos()).max().orElse(0);
    notBefore = System.nanoTime() + REST * stopped;
  }

  /** Whether enough was seen, or nothing more can be seen. */
  boolean hasSeenEnough(UsualShares usual) {
    return !isLooking
        || sightings.looks() >= MOST
        || (policy.seeksCause() && likelyCause(usual).map(this::isBeyondDoubt).orElse(false));
  }

  /**
   * Whether there are enough looks, and even the lowest plausible share exceeds the usual one by
   * far enough.
   */
  private boolean isBeyondDoubt(Cause cause) {
    double doubt = 1 / Math.sqrt(sightings.looks());
    return sightings.looks() >= FEWEST && cause.share() - doubt - cause.usual().orElse(0) >= EXCESS;
  }

  /** A region with its share of the looks, and its usual share. */
  record Cause(Seen seen, double share, OptionalDouble usual) {
    double excess() {
      return share - usual.orElse(0);
    }
  }

  /** Returns the region whose share exceeds its usual one most. */
  Optional<Cause> likelyCause(UsualShares usual) {
    return sightings.regions().stream()
        .map(
            seen ->
                new Cause(
                    seen,
                    sightings.share(seen),
                    usual.share(candidate.type(), seen.region().qualifiedName())))
        .max((a, b) -> Double.compare(a.excess(), b.excess()));
  }

  /**
   * Puts sensors on communication, synchronization and input/output, and on a region that was
   * found. A sensor that costs more than the limit is removed.
   *
   * @return why no sensor could be put in; empty if one could
   */
  Optional<Refusal> measure(PhaseMapping mapping, Optional<Cause> cause, double costLimit) {
    SensorRequest phases = mapping.request();
    SensorRequest.Builder request = SensorRequest.builder().costLimit(costLimit);
    phases.include().forEach(pattern -> request.include(pattern.toString()));
    phases.exclude().forEach(pattern -> request.exclude(pattern.toString()));
    cause.ifPresent(known -> request.include(known.seen().region().qualifiedName()));
    List<Refusal> refusals = new ArrayList<>();
    for (InstrumentedProcess process : processes) {
      Outcome<SensorReport> outcome = process.instrument(request.build());
      isMeasured |= outcome.value().isPresent();
      outcome.refusal().ifPresent(refusals::add);
    }
    isLooking = false;
    return isMeasured ? Optional.empty() : refusals.stream().findFirst();
  }

  /** Returns what the sensors have cost so far, in nanoseconds. */
  double sensorNanos() {
    return isMeasured ? profiles().stream().mapToDouble(Profile::costNanos).sum() : 0;
  }

  private List<Profile> profiles() {
    return processes.stream().map(InstrumentedProcess::profile).toList();
  }

  /** Records what was measured so far. */
  void recordInto(RunRecorder recorder) {
    if (isMeasured) {
      List<Profile> called = profiles().stream().map(Examination::withoutUncalledRegions).toList();
      ActivityProfile.record(called, recorder, candidate.activity());
    }
  }

  /** Leaves out the regions that were never called, which are most of those with a sensor. */
  private static Profile withoutUncalledRegions(Profile profile) {
    return new Profile(
        profile.process(),
        profile.since(),
        profile.at(),
        profile.regions().stream().filter(each -> each.calls() + each.openCalls() > 0).toList(),
        profile.threads(),
        profile.callGraph(),
        profile.losses());
  }

  @Override
  public void close() {
    processes.forEach(InstrumentedProcess::close);
  }
}
