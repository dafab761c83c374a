package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Signature;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Signatures;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The signatures of a process's functions, which are read once per module. Not thread-safe. */
final class ProcessSignatures {
  private final long pid;
  private final Modules modules;
  private final Map<ModuleInfo, Map<Long, Signature>> known = new HashMap<>();

  ProcessSignatures(long pid, Modules modules) {
    this.pid = pid;
    this.modules = modules;
  }

  /** Returns the signature of the function at an address, if debug information has it. */
  Optional<Signature> of(long address) {
    List<ModuleInfo> all = modules.all().value().orElse(List.of());
    known.keySet().retainAll(all);
    return all.stream()
        .filter(module -> address - module.base() >= 0 && address - module.base() < module.size())
        .findFirst()
        .flatMap(module -> Optional.ofNullable(of(module).get(address - module.bias())));
  }

  /** Reads the signatures of a module; none if its file is missing, inaccessible or malformed. */
  private Map<Long, Signature> of(ModuleInfo module) {
    return known.computeIfAbsent(
        module,
        each -> {
          try {
            return Signatures.read(each.file(pid));
          } catch (IOException e) {
            return Map.of();
          }
        });
  }
}
