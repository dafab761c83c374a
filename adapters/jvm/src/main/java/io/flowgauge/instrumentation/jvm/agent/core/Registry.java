package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All regions of a session, by class loader, class and method, and the file to which they are
 * written, so that their names outlive the process. Its monitor guards all of them, and is never
 * held while a class is loaded or changed. Thread-safe.
 */
final class Registry {
  private final LoaderMap<Map<String, SensedClass>> loaders = new LoaderMap<>();
  private final Map<String, SensedClass> bootstrap = new HashMap<>();
  private final List<SensedMethod> regions = new ArrayList<>();
  private final DataOutputStream names;

  Registry(DataOutputStream names) {
    this.names = names;
  }

  private Map<String, SensedClass> classes(ClassLoader loader) {
    return loader == null ? bootstrap : loaders.get(loader, HashMap::new);
  }

  /** Returns a class, by its name with dots; empty if it never had a sensor or a change. */
  synchronized Optional<SensedClass> find(ClassLoader loader, String name) {
    Map<String, SensedClass> classes = loader == null ? bootstrap : loaders.get(loader);
    return Optional.ofNullable(classes == null ? null : classes.get(name));
  }

  /** Returns a class, which is entered if it is new. */
  synchronized SensedClass type(ClassLoader loader, String name) {
    return classes(loader).computeIfAbsent(name, key -> new SensedClass());
  }

  /** Returns the region of a method, which is entered if it is new; empty if there is no room. */
  synchronized Optional<SensedMethod> region(ClassLoader loader, CodeRegion code)
      throws IOException {
    SensedClass type = type(loader, code.unit());
    SensedMethod known = type.region(code.linkageName());
    if (known != null) {
      return Optional.of(known);
    }
    if (regions.size() == Layout.REGIONS) {
      return Optional.empty();
    }
    SensedMethod region = new SensedMethod(regions.size(), type, code);
    names.writeInt(region.number());
    names.writeUTF(code.unit());
    Wire.writeRegion(names, code);
    names.flush();
    regions.add(region);
    type.add(region);
    return Optional.of(region);
  }

  /** Returns how many more regions there is room for. */
  synchronized int room() {
    return Layout.REGIONS - regions.size();
  }

  /** Returns a region by its number. */
  synchronized Optional<SensedMethod> region(int number) {
    return number >= 0 && number < regions.size()
        ? Optional.of(regions.get(number))
        : Optional.empty();
  }

  /** Returns the regions that have a sensor, or are about to get one. */
  synchronized List<SensedMethod> wanted() {
    return regions.stream().filter(region -> region.wanted).toList();
  }
}
