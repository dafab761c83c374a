package io.flowgauge.report.html;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.ComparedQuantity;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Difference.Verdict;
import io.flowgauge.comparison.GroupRefinement;
import io.flowgauge.comparison.GroupSlowdown;
import io.flowgauge.comparison.GroupSpeedup;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Sample;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.report.wording.IncompleteRuns;
import io.flowgauge.report.wording.Meaning;
import io.flowgauge.report.wording.NoiseTests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Data of groups of runs, each compared with the first. */
final class ComparisonData {
  /** Limit that keeps the page readable; regions come last and are cut first. */
  private static final int MOST_QUANTITIES = 3_000;

  private final JsonWriter json;
  private final Comparison comparison;

  ComparisonData(JsonWriter json, Comparison comparison) {
    this.json = json;
    this.comparison = comparison;
  }

  /** Compares runs, each as a group of its own. */
  static Comparison of(List<RunReport> reports) {
    List<RunGroup> groups = new ArrayList<>();
    for (RunReport report : reports) {
      String name = (groups.size() + 1) + " " + report.run().name();
      groups.add(new RunGroup(name, List.of(RunValues.of(report, List.of()))));
    }
    return Flowgauge.compare(groups);
  }

  void write() throws IOException {
    json.array("groups", this::groups);
    json.texts(
        "remarks", IncompleteRuns.remarks(comparison).stream().map(JsonWriter::shown).toList());
    Optional<String> whyUntested = NoiseTests.whyNone(comparison);
    if (whyUntested.isPresent()) {
      json.text("whyUntested", whyUntested.get());
    }
    json.number("confidence", comparison.confidence());
    json.array("classes", this::classes);
    json.texts("whyNegative", Meaning.whyNegative(comparison));
    List<ComparedQuantity> all = comparison.quantities();
    List<ComparedQuantity> kept = all.subList(0, Math.min(MOST_QUANTITIES, all.size()));
    json.array("quantities", () -> quantities(kept));
    json.number("omitted", all.size() - kept.size());
    json.array("speedups", this::speedups);
    json.array("refinements", this::refinements);
    json.array("slowdowns", this::slowdowns);
  }

  private void groups() throws IOException {
    for (RunGroup group : comparison.groups()) {
      json.object(
          () -> {
            json.name("name", group.name());
            json.texts("sites", group.sites().stream().map(JsonWriter::shown).toList());
            json.array("runs", () -> runs(group));
          });
    }
  }

  private void runs(RunGroup group) throws IOException {
    for (RunValues run : group.runs()) {
      json.object(
          () -> {
            json.name("name", run.name());
            json.number("makespan", run.value(Quantity.MAKESPAN));
          });
    }
  }

  private void classes() throws IOException {
    for (OverheadClass overhead : OverheadClass.values()) {
      json.object(() -> OverheadData.name(json, overhead, Meaning.of(overhead)));
    }
  }

  private void quantities(List<ComparedQuantity> kept) throws IOException {
    for (ComparedQuantity compared : kept) {
      Quantity quantity = compared.quantity();
      json.object(
          () -> {
            json.text("kind", quantity.kind().label());
            json.name("subject", quantity.subject());
            json.name("name", quantity.name());
            json.text("unit", quantity.unit().name().toLowerCase(Locale.ROOT));
            json.array("samples", () -> samples(compared.samples()));
            json.array("differences", () -> differences(compared.differences()));
          });
    }
  }

  private void samples(List<Optional<Sample>> samples) throws IOException {
    for (Optional<Sample> sample : samples) {
      if (sample.isEmpty()) {
        json.nothing();
      } else {
        json.object(() -> sample(sample.get()));
      }
    }
  }

  private void sample(Sample sample) throws IOException {
    json.number("mean", sample.mean());
    json.number("sd", sample.standardDeviation());
    json.number("measured", sample.count());
    json.number("runs", sample.runs());
  }

  private void differences(List<Optional<Difference>> differences) throws IOException {
    for (Optional<Difference> difference : differences) {
      if (difference.isEmpty()) {
        json.nothing();
      } else {
        json.object(() -> difference(difference.get()));
      }
    }
  }

  private void difference(Difference difference) throws IOException {
    json.number("absolute", difference.absolute());
    json.number("relative", difference.relative());
    json.number("low", difference.low());
    json.number("high", difference.high());
    json.number("p", difference.pValue());
    json.number("effect", difference.effectSize());
    json.text("verdict", difference.verdict().label());
    json.flag("exceeds", difference.verdict() == Verdict.EXCEEDS_NOISE);
  }

  private void speedups() throws IOException {
    for (GroupSpeedup speedup : comparison.siteSpeedups()) {
      json.object(
          () -> {
            json.name("group", speedup.group());
            json.texts("sites", speedup.sites().stream().map(JsonWriter::shown).toList());
            json.number("makespan", speedup.makespanSeconds());
            json.number("speedup", speedup.speedup().speedup());
            json.number("efficiency", speedup.speedup().efficiency());
          });
    }
  }

  private void refinements() throws IOException {
    for (GroupRefinement refinement : comparison.refinements()) {
      json.object(
          () -> {
            json.name("subgraph", refinement.subgraph());
            json.name("group", refinement.group());
            json.measured("before", refinement.speedup().beforeSeconds());
            json.measured("after", refinement.speedup().afterSeconds());
            json.measured("speedup", refinement.speedup().speedup());
          });
    }
  }

  private void slowdowns() throws IOException {
    for (GroupSlowdown slowdown : comparison.slowdowns()) {
      json.object(
          () -> {
            json.name("section", slowdown.section());
            json.name("group", slowdown.group());
            json.number("members", slowdown.members());
            json.number("own", slowdown.ownSlowdown());
            json.measured("slowdown", slowdown.slowdown());
          });
    }
  }
}
