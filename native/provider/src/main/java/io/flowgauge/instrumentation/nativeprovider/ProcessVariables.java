package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variables;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds variables of a process by their names. Not thread-safe. */
final class ProcessVariables {
  private static final int MOST_NAMED = 5;

  private final TargetProcess process;
  private final Modules modules;
  private final UnitNames names;
  private final Map<ModuleInfo, List<Variable>> known = new HashMap<>();

  /** A variable and its address in the process. */
  record Found(ModuleInfo module, Variable variable, long address) {
    String name() {
      return module.name() + ":" + variable.name();
    }

    VariableValue.Holder holder() {
      return new VariableValue.Holder(name(), variable.kind(), variable.size());
    }
  }

  ProcessVariables(TargetProcess process, Modules modules) {
    this.process = process;
    this.modules = modules;
    names = new UnitNames(process);
  }

  /** Returns the only variable that a pattern names. */
  Outcome<Found> find(RegionPattern pattern) {
    return modules.all().then(all -> find(pattern, all));
  }

  private Outcome<Found> find(RegionPattern pattern, List<ModuleInfo> all) {
    known.keySet().retainAll(all);
    Map<Long, Found> found = new LinkedHashMap<>();
    for (ModuleInfo module : all) {
      if (names.match(module, pattern)) {
        for (Variable variable : variables(module)) {
          if (pattern.matches(region(module, variable))) {
            Found used = variableInUse(module, variable, all);
            found.putIfAbsent(used.address(), used);
          }
        }
      }
    }
    if (found.size() == 1) {
      return Outcome.done(found.values().iterator().next());
    }
    return found.isEmpty()
        ? Outcome.refused(RefusalCode.NO_TARGET, "no variable is called " + pattern)
        : Outcome.refused(
            RefusalCode.AMBIGUOUS,
            found.size()
                + " variables are called "
                + pattern
                + ": "
                + found.values().stream()
                    .limit(MOST_NAMED)
                    .map(Found::name)
                    .collect(Collectors.joining(", "))
                + (found.size() > MOST_NAMED ? ", …" : ""));
  }

  /**
   * Returns the variable that is in use: a library's variable may have a copy in the program, which
   * all modules use instead.
   */
  private Found variableInUse(ModuleInfo module, Variable variable, List<ModuleInfo> all) {
    Optional<ModuleInfo> program = all.stream().filter(ModuleInfo::isExecutable).findFirst();
    if (variable.isExported() && program.isPresent() && !module.isExecutable()) {
      Optional<Variable> copy =
          variables(program.get()).stream()
              .filter(v -> v.isExported() && v.linkageName().equals(variable.linkageName()))
              .findFirst();
      if (copy.isPresent()) {
        Variable there = copy.get();
        Variable typed =
            new Variable(
                variable.name(),
                variable.linkageName(),
                there.address(),
                variable.size(),
                variable.kind(),
                true);
        return new Found(module, typed, there.address() + program.get().bias());
      }
    }
    return new Found(module, variable, variable.address() + module.bias());
  }

  private CodeRegion region(ModuleInfo module, Variable variable) {
    return new CodeRegion(
        module.name(),
        variable.name(),
        variable.linkageName(),
        variable.address(),
        variable.size(),
        Optional.empty(),
        false,
        names.aliases(module));
  }

  /** Reads the variables of a module; none if its file is missing, inaccessible or malformed. */
  private List<Variable> variables(ModuleInfo module) {
    return known.computeIfAbsent(
        module,
        each -> {
          try {
            return Variables.read(each.file(process.pid()));
          } catch (IOException e) {
            return List.of();
          }
        });
  }
}
