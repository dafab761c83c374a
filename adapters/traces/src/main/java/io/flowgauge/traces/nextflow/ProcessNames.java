package io.flowgauge.traces.nextflow;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the process of a trace for a label of a process graph. The name of a process in a trace is
 * preceded by the workflows that call it, as in {@code NFCORE_RNASEQ:RNASEQ:FASTQC}; the label may
 * have fewer of them, or more. Not thread-safe.
 */
final class ProcessNames {
  private static final char SCOPE = ':';

  /** Maximum nesting of workflows that is considered. */
  private static final int MAX_SCOPES = 32;

  private final Set<String> processes;
  private final Map<String, Set<String>> bySuffix = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<String> ambiguous = new LinkedHashSet<>();

  ProcessNames(Collection<String> processes) {
    this.processes = new HashSet<>(processes);
    for (String process : this.processes) {
      String suffix = withoutScope(process);
      for (int i = 0; i < MAX_SCOPES && !suffix.isEmpty(); i++) {
        bySuffix.computeIfAbsent(suffix, any -> new HashSet<>()).add(process);
        suffix = withoutScope(suffix);
      }
    }
  }

  /** Returns the process of a label, if there is exactly one. */
  Optional<String> find(String label) {
    Optional<String> found = search(label);
    found.ifPresent(seen::add);
    return found;
  }

  private Optional<String> search(String label) {
    if (processes.contains(label)) {
      return Optional.of(label);
    }
    Set<String> longer = bySuffix.getOrDefault(label, Set.of());
    if (longer.size() == 1) {
      return Optional.of(longer.iterator().next());
    }
    if (longer.size() > 1) {
      ambiguous.add(label);
      seen.addAll(longer);
      return Optional.empty();
    }
    return shorter(label);
  }

  private Optional<String> shorter(String label) {
    String suffix = withoutScope(label);
    for (int i = 0; i < MAX_SCOPES && !suffix.isEmpty(); i++) {
      if (processes.contains(suffix)) {
        return Optional.of(suffix);
      }
      suffix = withoutScope(suffix);
    }
    return Optional.empty();
  }

  /** Returns the processes that no label matched, even ambiguously. */
  Set<String> unseen() {
    Set<String> unseen = new TreeSet<>(processes);
    unseen.removeAll(seen);
    return unseen;
  }

  /** Returns the labels that match several processes. */
  Set<String> ambiguous() {
    return ambiguous;
  }

  private static String withoutScope(String name) {
    int scope = name.indexOf(SCOPE);
    return scope < 0 ? "" : name.substring(scope + 1);
  }
}
