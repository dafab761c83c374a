package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An entry of {@code .debug_info} that describes a function, or a part of its description; the rest
 * is in the entries it refers to. Values are kept as they are in the file, and resolved on request.
 */
final class FunctionEntry {
  private final Unit unit;
  private final Scope scope;

  int nameForm;
  long name;
  int linkageForm;
  long linkageName;
  long file = -1;
  long line = -1;
  long low;
  boolean hasCode;
  long size;
  long origin = -1;

  FunctionEntry(Unit unit, Scope scope) {
    this.unit = unit;
    this.scope = scope;
  }

  /**
   * Returns the function that the entry and those it refers to describe; empty if none of them has
   * a name.
   */
  Optional<DebugFunction> resolve(Map<Long, FunctionEntry> entries) throws DebugFormatException {
    Names names = new Names();
    for (FunctionEntry each : chain(entries)) {
      each.completeNames(names);
    }
    if (names.own.isEmpty()) {
      return Optional.empty();
    }
    unit.sections.budget.keepText(names.qualified);
    String linkage = names.linkage.isEmpty() ? names.own : names.linkage;
    return Optional.of(new DebugFunction(names.qualified, linkage, low, size, source(entries)));
  }

  /**
   * Returns where the function is declared; the file and the line may come from different entries.
   */
  Optional<SourcePosition> source(Map<Long, FunctionEntry> entries) throws DebugFormatException {
    Optional<String> path = Optional.empty();
    long found = 0;
    for (FunctionEntry each : chain(entries)) {
      if (path.isEmpty() && each.file >= 0) {
        path = each.unit.lines().file(each.file);
      }
      found = found == 0 && each.line > 0 && each.line <= Integer.MAX_VALUE ? each.line : found;
    }
    int known = (int) found;
    return path.map(each -> new SourcePosition(each, known));
  }

  private List<FunctionEntry> chain(Map<Long, FunctionEntry> entries) {
    List<FunctionEntry> chain = new ArrayList<>();
    FunctionEntry each = this;
    while (each != null && chain.size() < Budget.MOST_REFERENCES) {
      chain.add(each);
      each = each.origin < 0 ? null : entries.get(each.origin);
    }
    return chain;
  }

  /** The names found so far; of each kind, the first counts. */
  private static final class Names {
    private String own = "";
    private String qualified = "";
    private String linkage = "";
  }

  private void completeNames(Names names) throws DebugFormatException {
    if (names.own.isEmpty() && nameForm != 0) {
      names.own = unit.text(nameForm, name);
      names.qualified = Scope.qualify(scope, names.own);
    }
    if (names.linkage.isEmpty() && linkageForm != 0) {
      names.linkage = unit.text(linkageForm, linkageName);
    }
  }
}
