package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.jvm.sensor.CallStack;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import io.flowgauge.instrumentation.jvm.sensor.SharedMemory;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Gives each class the sensors and changes that the registry wants in it: when a class is changed
 * on request, and when a class that a standing request names is loaded. The virtual machine calls
 * it on the program's threads, so it throws nothing and is not measured. Thread-safe.
 */
final class SensorTransformer implements ClassFileTransformer {
  private final Registry registry;
  private final Eligibility eligibility;
  private final SharedMemory memory;
  private final int session;
  private final double costNanos;
  private final List<StandingRequest> standingRequests = new CopyOnWriteArrayList<>();
  private final LoadingClasses loading = new LoadingClasses();

  /** When the last class was ready, on {@link System#nanoTime}. */
  private volatile long readyNanos;

  SensorTransformer(
      Registry registry,
      Eligibility eligibility,
      SharedMemory memory,
      int session,
      double costNanos) {
    this.registry = registry;
    this.eligibility = eligibility;
    this.memory = memory;
    this.session = session;
    this.costNanos = costNanos;
  }

  /** Returns the requests in force, the last one first. */
  List<StandingRequest> standingRequests() {
    return standingRequests;
  }

  /**
   * Returns the classes that were transformed while being loaded, and may not be among the loaded
   * ones yet.
   */
  LoadingClasses loading() {
    return loading;
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> loaded, ProtectionDomain domain, byte[] bytes) {
    if (name == null || (loaded == null && isUsedHere(loader))) {
      return null;
    }
    CallStack before = Sensors.mute();
    try {
      return change(loader, name.replace('/', '.'), loaded, bytes);
    } catch (IOException | RuntimeException | LinkageError e) {
      return null; // The class stays as it is, and its methods are reported as having no sensor.
    } finally {
      readyNanos = System.nanoTime();
      Sensors.unmute(before);
    }
  }

  /**
   * Returns when, on {@link System#nanoTime}, the last class was ready; the program runs until
   * then.
   */
  long readyNanos() {
    return readyNanos;
  }

  /**
   * Whether a class that is being loaded may be needed by this code itself, which would then never
   * get it. Classes of the JDK's core therefore get no sensors while they are loaded, only
   * afterwards.
   */
  private static boolean isUsedHere(ClassLoader loader) {
    return loader == null || loader == SensorTransformer.class.getClassLoader();
  }

  private byte[] change(ClassLoader loader, String name, Class<?> loaded, byte[] bytes)
      throws IOException {
    if (loaded != null) {
      return change(registry.find(loader, name), bytes);
    }
    boolean cutOff = true;
    loading.add(name); // Must come before the check of the requests in force.
    try {
      load(loader, name, bytes);
      byte[] changed = change(registry.find(loader, name), bytes);
      cutOff = false;
      return changed;
    } finally {
      withdrawFailed(registry.find(loader, name), cutOff);
    }
  }

  private byte[] change(Optional<SensedClass> type, byte[] bytes) {
    return type.isEmpty() ? null : change(type.get(), bytes);
  }

  private byte[] change(SensedClass type, byte[] bytes) {
    Map<String, Integer> sensors = new HashMap<>();
    Map<String, List<MethodChange>> changes;
    ClassChecksum checksum = ClassChecksum.of(bytes);
    synchronized (registry) {
      compare(type, checksum);
      for (SensedMethod region : type.wanted()) {
        int sensor = session * Layout.REGIONS + region.number();
        sensors.put(region.code().linkageName(), sensor);
      }
      changes = type.changes();
    }
    if (sensors.isEmpty() && changes.isEmpty()) {
      return null;
    }
    Weaver weaver = new Weaver(sensors, changes);
    String failure = "the change of the class was cut off";
    try {
      byte[] woven = weaver.weave(bytes);
      failure = null;
      return woven;
    } catch (RuntimeException e) {
      failure = "the class file cannot be read: " + e;
      return null;
    } finally {
      synchronized (registry) {
        type.results(results(sensors.keySet(), failure, weaver::result));
        type.changeResults(results(changes.keySet(), failure, weaver::changeResult));
      }
    }
  }

  /** Withdraws sensors that could not be put into a class that is being loaded. */
  private void withdrawFailed(Optional<SensedClass> type, boolean all) {
    if (type.isEmpty()) {
      return;
    }
    synchronized (registry) {
      for (SensedMethod region : type.get().wanted()) {
        if (all || !type.get().result(region).isEmpty()) {
          refuse(region);
        }
      }
    }
  }

  /** Returns the outcome for each method that exists. */
  private static Map<String, String> results(
      Set<String> methods, String failure, UnaryOperator<String> outcome) {
    Map<String, String> results = new HashMap<>();
    for (String method : methods) {
      String result = failure == null ? outcome.apply(method) : failure;
      if (result != null) {
        results.put(method, result);
      }
    }
    return results;
  }

  /**
   * Compares the class file with the one before: other transformers should see the same class
   * before sensors and after.
   */
  private static void compare(SensedClass type, ClassChecksum checksum) {
    type.changed = type.checksum != null && !type.checksum.equals(checksum);
    type.checksum = checksum;
  }

  /** Requests the sensors for a class that is being loaded. */
  private void load(ClassLoader loader, String name, byte[] bytes) throws IOException {
    if (standingRequests.stream().noneMatch(request -> request.mayMatch(name))
        || eligibility.refusal(loader, name).isPresent()) {
      return;
    }
    for (MethodOutline method : Outline.of(bytes, true)) {
      if (method.hasBody()) {
        load(loader, method.region());
      }
    }
  }

  /** Holds the lock throughout, so that the end of a request finds all its sensors. */
  private void load(ClassLoader loader, CodeRegion code) throws IOException {
    synchronized (registry) {
      for (StandingRequest request : standingRequests) {
        if (request.matches(code)) {
          Optional<SensedMethod> region = registry.region(loader, code);
          if (region.isPresent()) {
            requestSensor(region.get(), request);
          }
          return;
        }
      }
    }
  }

  /** Requests a sensor, which the next change of its class puts in. */
  void requestSensor(SensedMethod region, StandingRequest request) {
    synchronized (registry) {
      memory.installed(region.number(), request.metrics(), request.costLimit(), costNanos);
      region.wanted = true;
    }
  }

  /** Withdraws a sensor that could not be put in. */
  void refuse(SensedMethod region) {
    synchronized (registry) {
      region.wanted = false;
      memory.refused(region.number());
    }
  }
}
