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
 * The processes of an attempt of an activity, and their last profiles. While a look is under way,
 * only its processes may be asked for.
 */
final class MeasuredActivity {
  /** Pause between looks, and before missing processes are looked for again. */
  private static final long PAUSE_NANOS = 500_000_000;

  private static final long SHORT_PAUSE_NANOS = 50_000_000;

  private final String id;
  private final int attempt;
  private final Sites sites;
  private final ProcessPattern pattern;
  private final PhaseMapping mapping;
  private final Consumer<Refusal> refused;

  /** Whether each process may still have sensors. */
  private final Map<PlacedProcess, Boolean> open = new ConcurrentHashMap<>();

  private final Map<PlacedProcess, Profile> profiles = new LinkedHashMap<>();
  private boolean isNew;
  private volatile OptionalDouble seconds = OptionalDouble.empty();
  private Future<?> look = CompletableFuture.completedFuture(null);
  private volatile long looked = System.nanoTime() - PAUSE_NANOS;

  /** A process of a place. */
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

  /** Whether it may be looked into now. */
  boolean isDue() {
    long pause = open.isEmpty() || seconds.isPresent() ? SHORT_PAUSE_NANOS : PAUSE_NANOS;
    return !isUnderWay() && System.nanoTime() - looked >= pause;
  }

  boolean isUnderWay() {
    return !look.isDone();
  }

  void underWay(Future<?> begun) {
    look = begun;
  }

  /** Whether it has ended and has nothing left to deliver. */
  boolean isOver() {
    return seconds.isPresent() && open.values().stream().noneMatch(isOpen -> isOpen);
  }

  /** How long it took; empty while it is running. */
  OptionalDouble seconds() {
    return seconds;
  }

  Collection<PlacedProcess> processes() {
    return open.keySet();
  }

  /** Puts sensors into what is new, and gets the profiles of all. */
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
      keep(answer.place(), answer.answer());
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
        .perform(on(pids).instrument(mapping.request()).build())
        .refusals()
        .forEach(refused);
  }

  private static Irl.Builder on(List<Long> pids) {
    return Irl.on(pids.stream().mapToLong(Long::longValue).toArray());
  }

  private void keep(String place, IrlAnswer answer) {
    for (Profile profile : answer.profiles()) {
      if (!profile.regions().isEmpty()) {
        profiles.put(new PlacedProcess(place, profile.process().pid()), profile);
        isNew = true;
      }
    }
  }

  /** The activity has ended: what is left of it are last profiles. */
  void end(Attempt last) {
    if (last.active().isPresent() && last.ended().isPresent()) {
      long nanos = last.ended().getAsLong() - last.active().getAsLong();
      seconds = OptionalDouble.of(Math.max(0, nanos) / 1e9);
    }
    release();
  }

  /** Takes all sensors out. */
  void release() {
    release(List.copyOf(open.keySet()));
  }

  /** Nodes keep what processes have measured, also of those that have ended, until they detach. */
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
          keep(place, sites.at(place).perform(on(pids).getProfile().detach().build()));
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
