package io.flowgauge.report.json;

import io.flowgauge.comparison.ComparedQuantity;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.GroupRefinement;
import io.flowgauge.comparison.GroupSlowdown;
import io.flowgauge.comparison.GroupSpeedup;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Sample;
import io.flowgauge.report.document.JsonDocument;
import io.flowgauge.report.document.JsonWriter;
import io.flowgauge.spi.ComparisonRenderer;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Renders a comparison as one JSON object; unmeasured values are absent. Immutable and thread-safe.
 */
public final class JsonComparison implements ComparisonRenderer {

  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
  public JsonComparison() {}

  @Override
  public String format() {
    return "json";
  }

  @Override
  public void render(Comparison comparison, Appendable out) throws IOException {
    JsonDocument.write(out, json -> fields(json, comparison));
  }

  private static void fields(JsonWriter json, Comparison comparison) throws IOException {
    json.array("groups", () -> groups(json, comparison));
    json.number("confidence", comparison.confidence());
    json.array("quantities", () -> quantities(json, comparison));
    json.array("siteSpeedups", () -> siteSpeedups(json, comparison));
    json.array("refinements", () -> refinements(json, comparison));
    json.array("slowdowns", () -> slowdowns(json, comparison));
  }

  private static void groups(JsonWriter json, Comparison comparison) throws IOException {
    for (RunGroup group : comparison.groups()) {
      json.object(
          () -> {
            json.text("name", group.name());
            json.texts("runs", group.runs().stream().map(RunValues::name).toList());
            json.texts("sites", group.sites());
            json.texts(
                "incompleteRuns", group.incompleteRuns().stream().map(RunValues::name).toList());
          });
    }
  }

  private static void quantities(JsonWriter json, Comparison comparison) throws IOException {
    for (ComparedQuantity compared : comparison.quantities()) {
      json.object(
          () -> {
            json.text("quantity", compared.quantity().toString());
            json.text("unit", compared.quantity().unit().name().toLowerCase(Locale.ROOT));
            json.object("groups", () -> samples(json, comparison, compared));
          });
    }
  }

  private static void samples(JsonWriter json, Comparison comparison, ComparedQuantity compared)
      throws IOException {
    for (int k = 0; k < compared.samples().size(); k++) {
      Optional<Sample> sample = compared.samples().get(k);
      Optional<Difference> difference = compared.differences().get(k);
      if (sample.isPresent()) {
        json.object(
            comparison.groups().get(k).name(),
            () -> {
              sample(json, sample.get());
              if (difference.isPresent()) {
                json.object("difference", () -> difference(json, difference.get()));
              }
            });
      }
    }
  }

  private static void sample(JsonWriter json, Sample sample) throws IOException {
    json.number("runs", sample.runs());
    json.number("measured", sample.count());
    json.number("mean", sample.mean());
    json.number("standardDeviation", sample.standardDeviation());
  }

  private static void difference(JsonWriter json, Difference difference) throws IOException {
    json.number("absolute", difference.absolute());
    json.number("relative", difference.relative());
    json.number("low", difference.low());
    json.number("high", difference.high());
    json.number("pValue", difference.pValue());
    json.number("effectSize", difference.effectSize());
    json.text("verdict", difference.verdict().label());
  }

  private static void siteSpeedups(JsonWriter json, Comparison comparison) throws IOException {
    for (GroupSpeedup speedup : comparison.siteSpeedups()) {
      json.object(
          () -> {
            json.text("group", speedup.group());
            json.number("makespanSeconds", speedup.makespanSeconds());
            json.object(
                "siteSeconds",
                () -> {
                  for (Map.Entry<String, Double> site : speedup.siteSeconds().entrySet()) {
                    json.number(site.getKey(), site.getValue());
                  }
                });
            json.number("speedup", speedup.speedup().speedup());
            json.number("efficiency", speedup.speedup().efficiency());
          });
    }
  }

  private static void refinements(JsonWriter json, Comparison comparison) throws IOException {
    for (GroupRefinement refinement : comparison.refinements()) {
      json.object(
          () -> {
            json.text("subgraph", refinement.subgraph());
            json.text("group", refinement.group());
            json.number("beforeSeconds", refinement.speedup().beforeSeconds());
            json.number("afterSeconds", refinement.speedup().afterSeconds());
            json.number("speedup", refinement.speedup().speedup());
          });
    }
  }

  private static void slowdowns(JsonWriter json, Comparison comparison) throws IOException {
    for (GroupSlowdown slowdown : comparison.slowdowns()) {
      json.object(
          () -> {
            json.text("section", slowdown.section());
            json.text("group", slowdown.group());
            json.number("members", slowdown.members());
            json.number("ownSlowdown", slowdown.ownSlowdown());
            json.number("slowdown", slowdown.slowdown());
          });
    }
  }
}
