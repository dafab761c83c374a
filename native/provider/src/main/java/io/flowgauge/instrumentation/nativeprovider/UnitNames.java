package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Glob;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The names of a process's modules: those of their files, for libraries also their sonames, and for
 * the program also the names under which it was started. Immutable and thread-safe.
 */
final class UnitNames {
  private final Set<String> program;

  UnitNames(TargetProcess process) {
    program = process.names();
  }

  /** Returns all names of a module, that of its file first. */
  Set<String> all(ModuleInfo module) {
    Set<String> all = new LinkedHashSet<>();
    all.add(module.name());
    if (!module.soname().isEmpty()) {
      all.add(module.soname());
    }
    if (module.isExecutable()) {
      all.addAll(program);
    }
    return all;
  }

  /** Returns the names of a module without that of its file. */
  Set<String> aliases(ModuleInfo module) {
    Set<String> others = all(module);
    others.remove(module.name());
    return others;
  }

  /** Whether a pattern may match regions of a module. */
  boolean match(ModuleInfo module, RegionPattern pattern) {
    return all(module).stream().anyMatch(pattern::matchesUnit);
  }

  /** Returns, for each pattern that nothing matched, a sentence with the existing names. */
  Map<RegionPattern, String> hints(List<ModuleInfo> modules, List<RegionPattern> unmatched) {
    Map<RegionPattern, String> hints = new LinkedHashMap<>();
    unmatched.forEach(pattern -> hints.put(pattern, hint(modules, pattern)));
    return hints;
  }

  private String hint(List<ModuleInfo> modules, RegionPattern pattern) {
    List<ModuleInfo> meant = modules.stream().filter(module -> match(module, pattern)).toList();
    if (meant.size() == 1) {
      return text(meant.get(0)) + " has no function of that name";
    }
    if (!meant.isEmpty()) {
      return "none of " + meant.size() + " modules has a function of that name";
    }
    Glob unit = Glob.compile(pattern.unit());
    String alike =
        modules.stream()
            .filter(module -> !module.isExecutable())
            .filter(module -> all(module).stream().anyMatch(unit::resembles))
            .map(this::text)
            .collect(Collectors.joining(", "));
    String called =
        modules.stream()
            .filter(ModuleInfo::isExecutable)
            .map(module -> "the program is called " + text(module))
            .findFirst()
            .orElse("the program has ended");
    return called + (alike.isEmpty() ? "" : ", libraries of similar name " + alike);
  }

  private String text(ModuleInfo module) {
    return TargetProcess.called(all(module));
  }
}
