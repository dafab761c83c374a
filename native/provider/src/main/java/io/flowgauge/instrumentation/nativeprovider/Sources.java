package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.nativeprovider.dwarf.DebugFunction;
import io.flowgauge.instrumentation.nativeprovider.dwarf.DebugInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The debug information of a process's modules, which is read once per module. Not thread-safe. */
final class Sources {
  private final long pid;
  private final UnitNames names;
  private final Map<ModuleInfo, DebugInfo> known = new HashMap<>();

  Sources(long pid, UnitNames names) {
    this.pid = pid;
    this.names = names;
  }

  private DebugInfo of(ModuleInfo module) {
    return known.computeIfAbsent(module, this::read);
  }

  /**
   * Reads the debug information of a module; none if its file is missing, inaccessible or
   * malformed.
   */
  private DebugInfo read(ModuleInfo module) {
    try {
      return DebugInfo.read(module.file(pid));
    } catch (IOException e) {
      return DebugInfo.NONE;
    }
  }

  /**
   * Returns the regions with their source positions, and the functions that are inlined everywhere.
   */
  List<CodeRegion> describe(ModuleInfo module, List<CodeRegion> regions) {
    DebugInfo info = of(module);
    List<CodeRegion> described = new ArrayList<>();
    for (CodeRegion region : regions) {
      described.add(
          new CodeRegion(
              region.unit(),
              region.name(),
              region.linkageName(),
              region.address(),
              region.size(),
              info.position(region.address() - module.bias()),
              false,
              region.unitAliases()));
    }
    described.addAll(inlined(module));
    return described;
  }

  /** Returns the functions that have no code of their own anywhere in the module. */
  List<CodeRegion> inlined(ModuleInfo module) {
    Set<String> aliases = names.aliases(module);
    return of(module).inlined().stream().map(each -> inlined(module, aliases, each)).toList();
  }

  private static CodeRegion inlined(
      ModuleInfo module, Set<String> aliases, DebugFunction function) {
    return new CodeRegion(
        module.name(),
        function.name(),
        function.linkageName(),
        0,
        0,
        function.source(),
        true,
        aliases);
  }
}
