package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The modules of a process and their functions. Functions are read once and kept while the module
 * is loaded. Not thread-safe.
 */
final class Modules {
  /** Selects units by name, and regions of these units. */
  record Scope(Predicate<String> units, Predicate<CodeRegion> regions) {}

  /**
   * A module with the selected places.
   *
   * @param unreadable why its functions could not be read; empty if they could
   */
  record Found(ModuleInfo module, List<Place> places, Optional<Refusal> unreadable) {}

  private final Shim shim;
  private final long handle;
  private final UnitNames names;
  private final Sources sources;
  private final Map<ModuleInfo, List<Place>> known = new HashMap<>();

  Modules(Shim shim, long handle, TargetProcess process) {
    this.shim = shim;
    this.handle = handle;
    this.names = new UnitNames(process);
    this.sources = new Sources(process.pid(), names);
  }

  /**
   * Returns the units of a structure, the program first. A unit without regions could not be read.
   */
  Outcome<List<CodeUnit>> units(StructureFilter filter) {
    return find(new Scope(filter::acceptsUnit, region -> true))
        .then(
            found ->
                Outcome.done(found.stream().flatMap(each -> unit(each, filter).stream()).toList()));
  }

  private Optional<CodeUnit> unit(Found found, StructureFilter filter) {
    ModuleInfo module = found.module();
    List<CodeRegion> regions = found.places().stream().map(Place::region).toList();
    List<CodeRegion> described = filter.sources() ? sources.describe(module, regions) : regions;
    List<CodeRegion> passing = described.stream().filter(filter::accepts).toList();
    return passing.isEmpty() && found.unreadable().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CodeUnit(
                module.name(),
                module.isExecutable() ? CodeUnit.Kind.EXECUTABLE : CodeUnit.Kind.LIBRARY,
                module.path(),
                module.buildId(),
                passing));
  }

  /** Returns regions that patterns name and that have no code of their own. */
  Outcome<List<CodeRegion>> inlined(List<RegionPattern> patterns) {
    return all()
        .then(
            modules ->
                Outcome.done(
                    modules.stream()
                        .filter(module -> patterns.stream().anyMatch(p -> names.match(module, p)))
                        .flatMap(module -> sources.inlined(module).stream())
                        .filter(region -> patterns.stream().anyMatch(p -> p.matches(region)))
                        .toList()));
  }

  /** Returns hints at what patterns without a match may have meant. */
  Map<RegionPattern, String> hints(List<RegionPattern> unmatched) {
    return unmatched.isEmpty()
        ? Map.of()
        : all().value().map(modules -> names.hints(modules, unmatched)).orElse(Map.of());
  }

  /** Returns the program, then the libraries in the order of the process's maps. */
  Outcome<List<ModuleInfo>> all() {
    return shim.modules(handle)
        .then(
            modules -> {
              List<ModuleInfo> sorted = new ArrayList<>(modules);
              sorted.sort((a, b) -> Boolean.compare(b.isExecutable(), a.isExecutable()));
              return Outcome.done(sorted);
            });
  }

  /** Finds modules with selected regions, and those that may have some but cannot be read. */
  Outcome<List<Found>> find(Scope scope) {
    return all().then(modules -> find(modules, scope));
  }

  /** Returns a region that stands for a whole module that could not be read. */
  CodeRegion unread(ModuleInfo module) {
    Set<String> aliases = names.aliases(module);
    return new CodeRegion(module.name(), "*", "*", 0, 0, Optional.empty(), false, aliases);
  }

  private Outcome<List<Found>> find(List<ModuleInfo> modules, Scope scope) {
    known.keySet().retainAll(modules);
    List<Found> found = new ArrayList<>();
    for (ModuleInfo module : modules) {
      if (names.all(module).stream().anyMatch(scope.units())) {
        Outcome<List<Place>> all = places(module);
        Optional<Refusal> dead = all.refusal().filter(why -> why.code() == RefusalCode.HELPER);
        if (dead.isPresent()) {
          return new Outcome.Refused<>(dead.get());
        }
        List<Place> wanted =
            all.value().orElse(List.of()).stream()
                .filter(place -> scope.regions().test(place.region()))
                .toList();
        if (!wanted.isEmpty() || all.refusal().isPresent()) {
          found.add(new Found(module, wanted, all.refusal()));
        }
      }
    }
    return Outcome.done(found);
  }

  /** Finds the regions of positions. */
  Outcome<List<ThreadPosition>> resolve(List<Shim.Position> positions) {
    return all()
        .then(
            modules ->
                Outcome.done(
                    positions.stream().map(position -> resolve(position, modules)).toList()));
  }

  private ThreadPosition resolve(Shim.Position position, List<ModuleInfo> modules) {
    List<Long> addresses = position.addresses();
    List<CodeRegion> callers =
        addresses.stream()
            .skip(1)
            .flatMap(address -> regionAt(address - 1, modules).stream())
            .distinct()
            .toList();
    return new ThreadPosition(
        position.thread(),
        position.runs(),
        regionAt(addresses.get(0), modules),
        callers,
        position.stopped());
  }

  /**
   * Returns the region that contains an address; empty if none is known, or its size is unknown.
   */
  private Optional<CodeRegion> regionAt(long address, List<ModuleInfo> modules) {
    return modules.stream()
        .filter(module -> address - module.base() >= 0 && address - module.base() < module.size())
        .findFirst()
        .flatMap(module -> places(module).value())
        .flatMap(places -> regionContaining(places, address));
  }

  /**
   * Returns the region that contains an address, among those of a module, which are sorted by
   * address.
   */
  private static Optional<CodeRegion> regionContaining(List<Place> places, long address) {
    int low = 0;
    int high = places.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (places.get(middle).region().address() <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0
        ? Optional.empty()
        : Optional.of(places.get(low - 1).region())
            .filter(region -> address < region.address() + region.size());
  }

  private Outcome<List<Place>> places(ModuleInfo module) {
    List<Place> places = known.get(module);
    if (places != null) {
      return Outcome.done(places);
    }
    Set<String> aliases = names.aliases(module);
    Outcome<List<Place>> read =
        shim.functions(handle, module)
            .then(
                all ->
                    Outcome.done(
                        all.stream().map(function -> place(module, aliases, function)).toList()));
    read.value().ifPresent(all -> known.put(module, all));
    return read;
  }

  private static Place place(ModuleInfo module, Set<String> aliases, FunctionInfo function) {
    CodeRegion region =
        new CodeRegion(
            module.name(),
            function.name(),
            function.linkageName(),
            function.address(),
            function.size(),
            Optional.empty(),
            false,
            aliases);
    String code = module.path() + " " + module.buildId().orElse("#" + module.id());
    return new Place(region, new Place.Code(function.address(), code));
  }
}
