package io.flowgauge.model.core;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects oddities found by a reader, so that a thousand cases of one kind become one diagnostic
 * with their number and the first case as an example. Not thread-safe.
 *
 * <pre>{@code
 * remarks.warn("lines that cannot be read, left out", "line 7");
 * remarks.report(recorder);
 * }</pre>
 */
public final class Remarks {
  private final Map<Kind, Cases> cases = new LinkedHashMap<>();

  private record Kind(Severity severity, String text) {}

  private static final class Cases {
    final String first;
    long count;

    Cases(String first) {
      this.first = first;
    }
  }

  /** Creates remarks without any case. */
  public Remarks() {}

  /**
   * Adds a case of severity error: part of the input could not be used.
   *
   * @param kind what the cases have in common, as a phrase in the plural
   */
  public void error(String kind, String where) {
    add(Severity.ERROR, kind, where);
  }

  /**
   * Adds a case of severity warning: a result may mislead.
   *
   * @param kind what the cases have in common, as a phrase in the plural
   */
  public void warn(String kind, String where) {
    add(Severity.WARNING, kind, where);
  }

  /** Adds cases of severity warning at one place. */
  void warn(String kind, String where, long number) {
    cases(Severity.WARNING, kind, where).count += number;
  }

  /**
   * Adds a case of severity info: worth knowing.
   *
   * @param kind what the cases have in common, as a phrase in the plural
   */
  public void info(String kind, String where) {
    add(Severity.INFO, kind, where);
  }

  private void add(Severity severity, String kind, String where) {
    cases(severity, kind, where).count++;
  }

  private Cases cases(Severity severity, String kind, String where) {
    return cases.computeIfAbsent(new Kind(severity, kind), k -> new Cases(where));
  }

  /** Adds all cases of other remarks. */
  void addAll(Remarks others) {
    others.cases.forEach(
        (kind, some) ->
            cases.computeIfAbsent(kind, k -> new Cases(some.first)).count += some.count);
  }

  /**
   * Gives the remarks to a recorder, one diagnostic for each kind. Its place names the first case
   * and the number of others.
   *
   * @param recorder where to
   */
  public void report(RunRecorder recorder) {
    diagnostics().forEach(recorder::diagnostic);
  }

  /**
   * Returns the remarks, one diagnostic for each kind. Its place names the first case and the
   * number of others.
   *
   * @return diagnostics in the order of the first case of each kind
   */
  public List<Diagnostic> diagnostics() {
    return cases.entrySet().stream()
        .map(
            some ->
                new Diagnostic(
                    some.getKey().severity(),
                    place(some.getValue().first, some.getValue().count),
                    some.getKey().text()))
        .toList();
  }

  /** A copy that later cases do not change. */
  public Remarks copy() {
    Remarks copy = new Remarks();
    copy.addAll(this);
    return copy;
  }

  /**
   * Describes a place and how many more there are like it.
   *
   * @param number how many there are in all
   * @return both in words
   */
  public static String place(String first, long number) {
    return number == 1 ? first : first + " and " + (number - 1) + " more";
  }
}
