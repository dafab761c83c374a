package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A class with methods that have or had sensors. Guarded by the registry. */
final class SensedClass {
  private final Map<String, SensedMethod> regions = new HashMap<>();

  /** Of the class file before sensors, to compare after; null before the first. */
  byte[] digest;

  /** Whether the class file without sensors is not what it was before. */
  boolean changed;

  /** The outcome of the last change for each method; empty text for a sensor. */
  private Map<String, String> results = Map.of();

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

  /** Why a method has no sensor; empty if it has one. */
  String result(SensedMethod region) {
    return results.getOrDefault(
        region.code().linkageName(), "the loaded class has no such method with a body");
  }
}
