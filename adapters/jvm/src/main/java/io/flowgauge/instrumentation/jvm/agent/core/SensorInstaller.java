package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.jvm.sensor.SharedMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Puts sensors in and removes them, for all classes of a request in one stop of the program if the
 * virtual machine permits. Called only by the session's thread.
 */
final class SensorInstaller {
  /**
   * The outcome for a method.
   *
   * @param refusal why it has no sensor, or still has one; empty if it was done
   */
  record Result(CodeRegion code, Optional<Refusal> refusal) {}

  /** A method of a loaded class, and its region once it has one. */
  private static final class Candidate {
    final Class<?> type;
    final MethodOutline method;
    Optional<Refusal> refusal = Optional.empty();
    Optional<SensedMethod> region = Optional.empty();

    Candidate(Class<?> type, MethodOutline method) {
      this.type = type;
      this.method = method;
    }
  }

  private final Loaded loaded;
  private final Registry registry;
  private final Eligibility eligibility;
  private final SensorTransformer transformer;
  private final SharedMemory memory;
  private final ClassChanger classes;

  SensorInstaller(
      Loaded loaded,
      Registry registry,
      Eligibility eligibility,
      SensorTransformer transformer,
      SharedMemory memory,
      ClassChanger classes) {
    this.loaded = loaded;
    this.registry = registry;
    this.eligibility = eligibility;
    this.transformer = transformer;
    this.memory = memory;
    this.classes = classes;
  }

  /** Returns what {@link #instrument} would do. */
  List<Result> check(StandingRequest request) {
    classes.begin();
    List<Candidate> candidates = candidates(request);
    int room = registry.room();
    for (Candidate each : candidates) {
      if (each.refusal.isEmpty() && !isKnown(each) && --room < 0) {
        each.refusal = noRoom();
      }
    }
    return results(candidates);
  }

  private boolean isKnown(Candidate each) {
    synchronized (registry) {
      return registry
          .find(each.type.getClassLoader(), each.type.getName())
          .map(type -> type.region(each.method.region().linkageName()))
          .isPresent();
    }
  }

  private static Optional<Refusal> noRoom() {
    return Optional.of(
        new Refusal(
            RefusalCode.LIMIT,
            "a session has room for 4096 regions, including those whose sensors were removed; detach,"
                + " and attach again"));
  }

  /** Puts sensors on all methods that a request names, now and in classes loaded later. */
  List<Result> instrument(StandingRequest request) throws IOException {
    classes.begin();
    transformer.standingRequests().removeIf(each -> each.include().equals(request.include()));
    transformer.standingRequests().add(0, request);
    transformer.loading().await(request::mayMatch, loaded);
    List<Candidate> candidates = candidates(request);
    boolean cutOff = true;
    try {
      installSensors(candidates, request);
      cutOff = false;
    } finally {
      if (cutOff) { // Otherwise they would not be tried again: memory or room for names ran out.
        candidates.forEach(each -> each.region.ifPresent(transformer::refuse));
      }
    }
    return results(candidates);
  }

  private void installSensors(List<Candidate> candidates, StandingRequest request)
      throws IOException {
    Set<Class<?>> changing = new LinkedHashSet<>();
    for (Candidate each : candidates) {
      if (each.refusal.isEmpty() && enter(each, request)) {
        changing.add(each.type);
      }
    }
    Map<Class<?>, String> failed = classes.change(changing);
    for (Candidate each : candidates) {
      if (changing.contains(each.type) && each.region.isPresent()) {
        judge(each, failed.get(each.type));
      }
    }
  }

  private List<Candidate> candidates(StandingRequest request) {
    List<Candidate> candidates = new ArrayList<>();
    for (Class<?> type : loaded.classes(request)) {
      if (request.mayMatch(type.getName())) {
        for (MethodOutline method : Outline.of(type, true)) {
          if (request.matches(method.region())) {
            Candidate candidate = new Candidate(type, method);
            candidate.refusal = eligibility.refusal(type, method);
            candidates.add(candidate);
          }
        }
      }
    }
    return candidates;
  }

  /** Gives a method its region; returns false if it has its sensor already, or can have none. */
  private boolean enter(Candidate each, StandingRequest request) throws IOException {
    Optional<SensedMethod> region =
        registry.region(each.type.getClassLoader(), each.method.region());
    if (region.isEmpty()) {
      each.refusal = noRoom();
      return false;
    }
    synchronized (registry) {
      if (region.get().wanted && region.get().type().result(region.get()).isEmpty()) {
        return false;
      }
    }
    each.region = region;
    transformer.requestSensor(region.get(), request);
    return true;
  }

  /** Notes whether the change of its class gave a method its sensor. */
  private void judge(Candidate each, String failure) {
    SensedMethod region = each.region.orElseThrow();
    Class<?> type = each.type;
    synchronized (registry) {
      String why =
          failure != null
              ? failure
              : registry
                  .find(type.getClassLoader(), type.getName())
                  .map(sensed -> sensed.result(region))
                  .orElse("");
      if (!why.isEmpty()) {
        transformer.refuse(region);
        each.refusal = Optional.of(new Refusal(RefusalCode.UNMODIFIABLE, why));
      }
    }
  }

  private static List<Result> results(List<Candidate> candidates) {
    return candidates.stream().map(each -> new Result(each.method.region(), each.refusal)).toList();
  }

  /** Removes the sensors of all regions that a pattern names, and puts no new ones there. */
  List<Result> deinstrument(List<RegionPattern> patterns) {
    classes.begin();
    if (patterns.contains(RegionPattern.ALL)) {
      transformer.standingRequests().clear();
    } else {
      transformer.standingRequests().replaceAll(request -> request.without(patterns));
    }
    return remove(code -> patterns.stream().anyMatch(p -> p.matches(code)), false);
  }

  /** Removes one sensor because it costs too much. */
  void removeOverLimit(SensedMethod region) {
    RegionPattern pattern = RegionPattern.of(region.code());
    transformer.standingRequests().replaceAll(request -> request.without(List.of(pattern)));
    remove(region.code()::equals, true);
  }

  private List<Result> remove(Predicate<CodeRegion> which, boolean overLimit) {
    List<SensedMethod> out =
        registry.wanted().stream().filter(each -> which.test(each.code())).toList();
    Set<SensedClass> sensed = new HashSet<>();
    Set<String> names = new HashSet<>();
    synchronized (registry) {
      for (SensedMethod region : out) {
        region.wanted = false;
        sensed.add(region.type());
        names.add(region.code().unit());
      }
    }
    Map<SensedClass, String> failed;
    try {
      failed = change(sensed, names);
    } catch (OutOfMemoryError e) {
      synchronized (registry) {
        for (SensedMethod region : out) {
          region.wanted = true; // Otherwise they would not be tried again.
        }
      }
      throw e;
    }
    return out.stream().map(each -> removed(each, failed.get(each.type()), overLimit)).toList();
  }

  /**
   * Changes classes; returns why some could not be changed, or an empty text for a class that
   * another agent has changed in the meantime.
   */
  private Map<SensedClass, String> change(Set<SensedClass> sensed, Set<String> names) {
    transformer.loading().await(names::contains, loaded);
    Map<Class<?>, SensedClass> types = new LinkedHashMap<>();
    for (Class<?> type : loaded.classes()) {
      registry
          .find(type.getClassLoader(), type.getName())
          .filter(sensed::contains)
          .ifPresent(each -> types.put(type, each));
    }
    Map<SensedClass, String> failed = new HashMap<>();
    classes.change(types.keySet()).forEach((type, why) -> failed.put(types.get(type), why));
    synchronized (registry) {
      types.values().stream()
          .filter(each -> each.changed)
          .forEach(each -> failed.putIfAbsent(each, ""));
    }
    return failed;
  }

  private Result removed(SensedMethod region, String failure, boolean overLimit) {
    if (failure != null && !failure.isEmpty()) {
      synchronized (registry) {
        region.wanted = true;
      }
      return new Result(region.code(), Optional.of(new Refusal(RefusalCode.UNMODIFIABLE, failure)));
    }
    memory.removed(region.number(), overLimit);
    Refusal changed =
        new Refusal(
            RefusalCode.BYTES_CHANGED,
            "the sensor is out, but another agent has changed the class in the meantime");
    return new Result(region.code(), failure == null ? Optional.empty() : Optional.of(changed));
  }
}
