package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A class with methods that have or had sensors or changes. Guarded by the registry. */
final class SensedClass {
  private final Map<String, SensedMethod> regions = new HashMap<>();

  /** In the order in which they were made. */
  private final List<MethodChange> changes = new ArrayList<>();

  /**
   * Checksum of the class file, without sensors, at the last transformation; null before the first.
   */
  ClassChecksum checksum;

  /**
   * Whether the class file, without sensors, differed from the one before at the last
   * transformation.
   */
  boolean changed;

  /** Why each method has no sensor after the last transformation; empty text if it has one. */
  private Map<String, String> results = Map.of();

  /** Why the changes of each method are not in effect; empty text if they are. */
  private Map<String, String> changeResults = Map.of();

  SensedMethod region(String linkageName) {
    return regions.get(linkageName);
  }

  void add(SensedMethod region) {
    regions.put(region.code().linkageName(), region);
  }

  List<SensedMethod> wanted() {
    List<SensedMethod> wanted = new ArrayList<>();
    for (SensedMethod region : regions.values()) {
      if (region.wanted) {
        wanted.add(region);
      }
    }
    return wanted;
  }

  void results(Map<String, String> outcome) {
    results = Map.copyOf(outcome);
  }

  /** Returns why a method has no sensor; empty text if it has one. */
  String result(SensedMethod region) {
    return results.getOrDefault(
        region.code().linkageName(), "the loaded class has no such method with a body");
  }

  /** Returns the changes by the linkage name of their method. */
  Map<String, List<MethodChange>> changes() {
    Map<String, List<MethodChange>> byMethod = new HashMap<>();
    for (MethodChange change : changes) {
      byMethod.computeIfAbsent(change.method(), key -> new ArrayList<>()).add(change);
    }
    return byMethod;
  }

  void add(List<MethodChange> more) {
    changes.addAll(more);
  }

  void remove(List<MethodChange> some) {
    changes.removeAll(some);
  }

  void changeResults(Map<String, String> outcome) {
    changeResults = Map.copyOf(outcome);
  }

  /** Returns why a change is not in effect; empty text if it is. */
  String result(MethodChange change) {
    SensedMethod region = regions.get(change.method());
    if (region != null && region.wanted && !result(region).isEmpty()) {
      return "its sensor leaves no room for a change";
    }
    return changeResults.getOrDefault(
        change.method(), "the loaded class has no such method with a body");
  }
}
