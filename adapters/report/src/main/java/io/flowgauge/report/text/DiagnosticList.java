package io.flowgauge.report.text;

import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes diagnostics: errors and warnings in full, notes on one line each; the first ones if there
 * are many.
 */
final class DiagnosticList {
  private static final int TROUBLES = 12;
  private static final int INFOS = 5;
  private static final int LONGEST = 5 * Page.WIDTH;

  private DiagnosticList() {}

  static void write(List<Diagnostic> diagnostics, Page page) throws IOException {
    if (diagnostics.isEmpty()) {
      return;
    }
    page.title("REMARKS ON THE INPUT", summary(diagnostics));
    for (Severity severity : Severity.values()) {
      write(of(severity, diagnostics), severity, page);
    }
  }

  private static String summary(List<Diagnostic> diagnostics) {
    List<String> parts = new ArrayList<>();
    for (Severity severity : Severity.values()) {
      int count = of(severity, diagnostics).size();
      if (count > 0) {
        String noun = severity == Severity.INFO ? "note" : severity.label();
        parts.add(Human.count(count, noun, noun + "s"));
      }
    }
    return String.join(", ", parts);
  }

  private static List<Diagnostic> of(Severity severity, List<Diagnostic> diagnostics) {
    return diagnostics.stream().filter(d -> d.severity() == severity).toList();
  }

  private static void write(List<Diagnostic> some, Severity severity, Page page)
      throws IOException {
    int most = severity == Severity.INFO ? INFOS : TROUBLES;
    for (Diagnostic diagnostic : some.subList(0, Math.min(most, some.size()))) {
      String text = diagnostic.where() + ": " + diagnostic.message();
      String label = Human.format("  %-9s", severity == Severity.INFO ? "note" : severity.label());
      int longest = severity == Severity.INFO ? Page.WIDTH - label.length() : LONGEST;
      page.paragraph(label, Human.beginning(text, longest));
    }
    if (some.size() > most) {
      page.line(Human.format("  %-9s… %,d more, all in the JSON report", "", some.size() - most));
    }
  }
}
