package io.flowgauge.sites;

import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.activity.ActivityPhases;
import io.flowgauge.instrumentation.activity.ActivityProfile;
import io.flowgauge.instrumentation.activity.PhaseMapping;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.ProcessAnswer;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.RunRecorder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The processes of one attempt of an activity, and their latest profiles. A look runs on a thread
 * of its own; until it is done, {@link #recordInto} must not be called.
 */
final class MeasuredActivity {
  /**
   * Pause between looks; the short pause applies until a process is found, and after the attempt
   * has ended.
   */
  private static final long PAUSE_NANOS = 500_000_000;

  private static final long SHORT_PAUSE_NANOS = 50_000_000;

  private final String id;
  private final int attempt;
  private final Sites sites;
  private final ProcessPattern pattern;
  private final PhaseMapping mapping;
  private final Consumer<Refusal> refused;

  /** The processes found so far, each with whether it may still have sensors. */
  private final Map<PlacedProcess, Boolean> open = new ConcurrentHashMap<>();

  private final Map<PlacedProcess, Profile> profiles = new LinkedHashMap<>();
  private boolean isNew;
  private volatile OptionalDouble seconds = OptionalDouble.empty();
  private Future<?> look = CompletableFuture.completedFuture(null);
  private volatile long looked = System.nanoTime() - PAUSE_NANOS;

  /** A process at a place. */
  record PlacedProcess(String place, long pid) {}

  MeasuredActivity(
      String id,
      int attempt,
      Sites sites,
      ProcessPattern pattern,
      PhaseMapping mapping,
      Consumer<Refusal> refused) {
    this.id = id;
    this.attempt = attempt;
    this.sites = sites;
    this.pattern = pattern;
    this.mapping = mapping;
    this.refused = refused;
  }

  String id() {
    return id;
  }

  int attempt() {
    return attempt;
  }

  /** Whether no look is under way and the pause after the last one is over. */
  boolean isDue() {
    long pause = open.isEmpty() || seconds.isPresent() ? SHORT_PAUSE_NANOS : PAUSE_NANOS;
    return !isUnderWay() && System.nanoTime() - looked >= pause;
  }

  boolean isUnderWay() {
    return !look.isDone();
  }

  void setLook(Future<?> begun) {
    look = begun;
  }

  /** Whether the attempt has ended and has no profiles left to deliver. */
  boolean isOver() {
    return seconds.isPresent() && open.values().stream().noneMatch(isOpen -> isOpen);
  }

  /** Returns how long the attempt took; empty while it is running. */
  OptionalDouble seconds() {
    return seconds;
  }

  Collection<PlacedProcess> processes() {
    return open.keySet();
  }

  /**
   * Puts sensors into new processes, reads the profiles of all, and releases those that have ended.
   */
  void look() {
    boolean isFirst = open.isEmpty();
    Irl.Builder document = Irl.on(pattern).attach();
    if (isFirst) {
      document.instrument(mapping.request());
    }
    Set<PlacedProcess> alive = new HashSet<>();
    for (PlacedAnswer answer : sites.performByPlace(document.getProfile().build())) {
      List<Long> fresh = new ArrayList<>();
      for (ProcessAnswer process : answer.answer().processes()) {
        PlacedProcess key = new PlacedProcess(answer.place(), process.process().pid());
        alive.add(key);
        if (open.putIfAbsent(key, true) == null) {
          fresh.add(key.pid());
          process.refusals().forEach(refused);
        }
      }
      keepProfiles(answer.place(), answer.answer());
      if (!isFirst && !fresh.isEmpty()) {
        instrument(answer.place(), fresh);
      }
    }
    release(open.keySet().stream().filter(each -> !alive.contains(each)).toList());
    looked = System.nanoTime();
  }

  private void instrument(String place, List<Long> pids) {
    sites
        .at(place)
        .perform(documentFor(pids).instrument(mapping.request()).build())
        .refusals()
        .forEach(refused);
  }

  private static Irl.Builder documentFor(List<Long> pids) {
    return Irl.on(pids.stream().mapToLong(Long::longValue).toArray());
  }

  private void keepProfiles(String place, IrlAnswer answer) {
    for (Profile profile : answer.profiles()) {
      if (!profile.regions().isEmpty()) {
        profiles.put(new PlacedProcess(place, profile.process().pid()), profile);
        isNew = true;
      }
    }
  }

  /** Notes the end of the attempt, and fetches the last profiles. */
  void end(Attempt last) {
    if (last.active().isPresent() && last.ended().isPresent()) {
      long nanos = last.ended().getAsLong() - last.active().getAsLong();
      seconds = OptionalDouble.of(Math.max(0, nanos) / 1e9);
    }
    release();
  }

  /** Removes all sensors. */
  void release() {
    release(List.copyOf(open.keySet()));
  }

  /**
   * Fetches the last profiles, then detaches. Until then, nodes keep the profile even of a process
   * that has ended.
   */
  private void release(Collection<PlacedProcess> leaving) {
    Map<String, List<Long>> byPlace =
        leaving.stream()
            .filter(open::get)
            .collect(
                Collectors.groupingBy(
                    PlacedProcess::place,
                    Collectors.mapping(PlacedProcess::pid, Collectors.toList())));
    byPlace.forEach(
        (place, pids) -> {
          pids.forEach(pid -> open.put(new PlacedProcess(place, pid), false));
          keepProfiles(
              place, sites.at(place).perform(documentFor(pids).getProfile().detach().build()));
        });
  }

  /** Records what sensors have measured, if there is anything new. */
  void recordInto(RunRecorder recorder) {
    if (isNew) {
      isNew = false;
      recorder.codeProfile(id, ActivityProfile.of(profiles.values()));
      ActivityPhases.of(profiles.values(), mapping).recordInto(recorder, id);
    }
  }
}
