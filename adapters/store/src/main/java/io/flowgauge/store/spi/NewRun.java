package io.flowgauge.store.spi;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.store.RunLabel;
import io.flowgauge.store.document.RunDocument;
import java.util.ArrayList;
import java.util.List;

/**
 * A run to store. Immutable and thread-safe.
 *
 * @param report the run, analysed
 * @param document its run document
 * @param label its label
 * @param subgraphs the subgraphs of its version, named by this label or an earlier one
 * @param values its quantities, including those of the subgraphs
 */
public record NewRun(
    RunReport report,
    RunDocument document,
    RunLabel label,
    List<Subgraph> subgraphs,
    RunValues values) {
  /** Copies the subgraphs. */
  public NewRun {
    subgraphs = List.copyOf(subgraphs);
  }

  /**
   * Computes the quantities of a run to store.
   *
   * @param known subgraphs that its version had before; those of the label replace any of the same
   *     name
   */
  public static NewRun of(
      RunReport report, RunDocument document, RunLabel label, List<Subgraph> known) {
    List<Subgraph> subgraphs = new ArrayList<>(known);
    for (Subgraph named : label.subgraphs()) {
      subgraphs.removeIf(other -> other.name().equals(named.name()));
      subgraphs.add(named);
    }
    return new NewRun(report, document, label, subgraphs, RunValues.of(report, subgraphs));
  }
}
