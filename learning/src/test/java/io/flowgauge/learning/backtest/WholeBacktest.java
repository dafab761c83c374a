package io.flowgauge.learning.backtest;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backtests all published runs. Not part of the build: {@code mvn -Pbacktest -pl learning -am test}
 * writes the tables of docs/prediction-errors.md.
 */
class WholeBacktest {
  @TempDir private static Path folder;
  private static PublishedRows published;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    published = new PublishedRows(Corpus.unpack(folder));
  }

  @Test
  void document_lotaru_isWhatTheRunsGive() throws IOException {
    Page.hasTable("lotaru", published.lotaru());
  }

  @Test
  void document_wfInstances_isWhatTheRunsGive() throws IOException {
    Page.hasTable("activities", published.activities());
    Page.hasTable("makespans", published.makespans());
  }

  @Test
  void document_sizey_isWhatTheRunsGive() throws IOException {
    Page.hasTable("sizey", published.sizey());
  }

  /** Recorded runs that are not in {@code samples}. */
  @Test
  void document_makeflow_isWhatTheRunsGive() throws IOException {
    List<WorkflowRun> runs = new ArrayList<>();
    for (String name : List.of("povray-makeflow-local", "povray-makeflow-workqueue")) {
      runs.add(Flowgauge.read(SharedData.path("runs/" + name)));
    }
    Page.hasTable("makeflow", SampleRows.family("Makeflow", FamilyReplay.fromOthers(runs)));
  }
}
