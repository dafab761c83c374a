package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.StructureFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Modules of a process and their functions; functions are read once as long as a module is loaded.
 * Not thread-safe.
 */
final class Modules {
  /** Which of the modules' regions are wanted. */
  record Scope(Predicate<String> units, Predicate<CodeRegion> regions) {}

  /** A module, as wanted. */
  record Found(ModuleInfo module, List<Place> places) {}

  private final Shim shim;
  private final long handle;
  private final Sources sources;
  private final Map<ModuleInfo, List<Place>> known = new HashMap<>();

  Modules(Shim shim, long handle, long pid) {
    this.shim = shim;
    this.handle = handle;
    this.sources = new Sources(pid);
  }

  /** The units of a structure, the program first; none without regions. */
  Outcome<List<CodeUnit>> units(StructureFilter filter) {
    Scope scope = new Scope(unit -> mayPass(filter, unit), region -> true);
    return find(scope)
        .then(
            found ->
                Outcome.done(
                    found.stream()
                        .map(module -> unit(module, filter))
                        .filter(unit -> !unit.regions().isEmpty())
                        .toList()));
  }

  private static boolean mayPass(StructureFilter filter, String unit) {
    return filter.include().isEmpty()
        || filter.include().stream().anyMatch(pattern -> pattern.matchesUnit(unit));
  }

  private CodeUnit unit(Found found, StructureFilter filter) {
    ModuleInfo module = found.module();
    List<CodeRegion> regions = found.places().stream().map(Place::region).toList();
    List<CodeRegion> described = filter.sources() ? sources.describe(module, regions) : regions;
    return new CodeUnit(
        module.name(),
        module.isExecutable() ? CodeUnit.Kind.EXECUTABLE : CodeUnit.Kind.LIBRARY,
        module.path(),
        module.buildId(),
        described.stream().filter(filter::accepts).toList());
  }

  /** Regions without code of their own that patterns name. */
  Outcome<List<CodeRegion>> inlined(List<RegionPattern> patterns) {
    return shim.modules(handle)
        .then(
            modules ->
                Outcome.done(
                    programFirst(modules).stream()
                        .filter(m -> patterns.stream().anyMatch(p -> p.matchesUnit(m.name())))
                        .flatMap(module -> sources.inlined(module).stream())
                        .filter(region -> patterns.stream().anyMatch(p -> p.matches(region)))
                        .toList()));
  }

  /** The program first, then libraries in the order of the process's maps. */
  Outcome<List<Found>> find(Scope scope) {
    return shim.modules(handle).then(modules -> find(modules, scope));
  }

  private Outcome<List<Found>> find(List<ModuleInfo> modules, Scope scope) {
    known.keySet().retainAll(modules);
    List<Found> found = new ArrayList<>();
    for (ModuleInfo module : programFirst(modules)) {
      if (scope.units().test(module.name())) {
        Outcome<List<Place>> all = places(module);
        if (all instanceof Outcome.Refused<List<Place>> refused) {
          return new Outcome.Refused<>(refused.reason());
        }
        List<Place> wanted =
            all.orThrow().stream().filter(p -> scope.regions().test(p.region())).toList();
        if (!wanted.isEmpty()) {
          found.add(new Found(module, wanted));
        }
      }
    }
    return Outcome.done(found);
  }

  private static List<ModuleInfo> programFirst(List<ModuleInfo> modules) {
    List<ModuleInfo> sorted = new ArrayList<>(modules);
    sorted.sort((a, b) -> Boolean.compare(b.isExecutable(), a.isExecutable()));
    return sorted;
  }

  private Outcome<List<Place>> places(ModuleInfo module) {
    List<Place> places = known.get(module);
    if (places != null) {
      return Outcome.done(places);
    }
    Outcome<List<Place>> read =
        shim.functions(handle, module)
            .then(
                all ->
                    Outcome.done(all.stream().map(function -> place(module, function)).toList()));
    read.value().ifPresent(all -> known.put(module, all));
    return read;
  }

  private static Place place(ModuleInfo module, FunctionInfo function) {
    CodeRegion region =
        new CodeRegion(
            module.name(),
            function.name(),
            function.linkageName(),
            function.address(),
            function.size(),
            Optional.empty(),
            false);
    String code = module.path() + module.buildId().map(id -> " " + id).orElse("");
    return new Place(region, new Place.Code(function.address(), code));
  }
}
