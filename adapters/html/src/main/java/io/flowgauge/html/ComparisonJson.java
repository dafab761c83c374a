package io.flowgauge.html;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.ComparedQuantity;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.GroupRefinement;
import io.flowgauge.comparison.GroupSpeedup;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Several runs side by side, each compared to the first. */
final class ComparisonJson {
  private static final int MOST_QUANTITIES = 2_000;

  private final Json json;
  private final Comparison comparison;

  ComparisonJson(Json json, List<RunReport> reports) {
    this.json = json;
    List<RunGroup> groups = new ArrayList<>();
    for (RunReport report : reports) {
      String name = (groups.size() + 1) + ": " + report.run().name();
      groups.add(new RunGroup(name, List.of(RunValues.of(report, List.of()))));
    }
    this.comparison = Flowgauge.compare(groups);
  }

  void write() throws IOException {
    json.array("quantities", this::quantities);
    json.array("speedups", this::speedups);
    json.array("refinements", this::refinements);
  }

  private void quantities() throws IOException {
    List<ComparedQuantity> all = comparison.quantities();
    for (ComparedQuantity compared : all.subList(0, Math.min(MOST_QUANTITIES, all.size()))) {
      json.object(
          () -> {
            json.text("kind", compared.quantity().kind().label());
            json.name("subject", compared.quantity().subject());
            json.text("name", compared.quantity().name());
            json.text("unit", compared.quantity().unit().name().toLowerCase(Locale.ROOT));
            json.array("values", () -> values(compared.samples()));
            json.array("changes", () -> changes(compared.differences()));
          });
    }
  }

  private void values(List<Optional<Sample>> samples) throws IOException {
    for (Optional<Sample> sample : samples) {
      json.element(sample.map(Sample::mean).orElse(Double.NaN));
    }
  }

  private void changes(List<Optional<Difference>> differences) throws IOException {
    for (Optional<Difference> difference : differences) {
      json.element(difference.map(d -> d.relative().orElse(Double.NaN)).orElse(Double.NaN));
    }
  }

  private void speedups() throws IOException {
    for (GroupSpeedup speedup : comparison.siteSpeedups()) {
      json.object(
          () -> {
            json.name("group", speedup.group());
            json.texts("sites", speedup.sites().stream().map(Json::shown).toList());
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
            json.name("group", refinement.group());
            json.measured("before", refinement.speedup().beforeSeconds());
            json.measured("after", refinement.speedup().afterSeconds());
            json.measured("speedup", refinement.speedup().speedup());
          });
    }
  }
}
