package io.flowgauge.report.prediction;

import io.flowgauge.analysis.Measured;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.Uncertainty;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.report.layout.Bar;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes predictions as text: the conclusion first, then the figures behind it. Thread-safe. */
public final class TextPrediction {
  private static final int SHOWN = 12;
  private static final int BAR_WIDTH = 20;
  private static final double LIKELY = 0.9;
  private static final double LEAST_SHOWN = 0.005;

  private final PredictionReport prediction;
  private final Forecast forecast;
  private final Page page;

  private TextPrediction(PredictionReport prediction, Page page) {
    this.prediction = prediction;
    this.forecast = prediction.forecast();
    this.page = page;
  }

  /**
   * Writes a prediction.
   *
   * @param prediction the prediction
   * @param out receives the text
   * @throws IOException if writing fails
   */
  public static void write(PredictionReport prediction, Appendable out) throws IOException {
    new TextPrediction(prediction, new Page(out)).write();
  }

  /**
   * The conclusion: the expected time, and how it compares with the recorded one.
   *
   * @param prediction the prediction
   * @return one or two paragraphs
   */
  public static List<String> conclusion(PredictionReport prediction) {
    return new TextPrediction(prediction, new Page(new StringBuilder())).conclusion();
  }

  /**
   * The method of a forecast and its error.
   *
   * @param forecast the forecast
   * @return a phrase
   */
  public static String method(Forecast forecast) {
    return forecast.method() + "; " + error(forecast.error());
  }

  private List<String> conclusion() {
    return prediction.recordedSeconds().isPresent()
        ? List.of(verdict(), comparison(prediction.recordedSeconds().getAsDouble()))
        : List.of(verdict());
  }

  private void write() throws IOException {
    heading();
    page.line("");
    for (String paragraph : conclusion()) {
      page.paragraph("", paragraph);
    }
    quantiles();
    method();
    variability();
    if (prediction.reasons().isPresent() && prediction.workflow().isPresent()) {
      critical(prediction.reasons().get(), prediction.workflow().get());
    }
    if (prediction.uncertain().isPresent()) {
      uncertainty(prediction.uncertain().get());
    }
    activities();
  }

  private void uncertainty(LearnedForecast learned) throws IOException {
    page.title(
        "WHERE THE UNCERTAINTY COMES FROM", "how much smaller the variance would be without each");
    Table table = new Table("~>~");
    for (Uncertainty each : learned.sources()) {
      table.row(
          each.source(),
          Human.roundPercent(each.share()),
          Bar.of(Measured.of(each.share()), BAR_WIDTH));
    }
    table.write(page);
    page.line("");
    if (learned.sources().stream().mapToDouble(Uncertainty::share).sum() > 1) {
      page.paragraph(
          "",
          "These add up to more than 100 % because what two sources cause together would disappear"
              + " without either of them.");
    }
    page.paragraph(
        "",
        "With one more run of this workflow, the standard deviation would be about "
            + Human.duration(learned.sdAfterOneMoreRun())
            + ".");
  }

  private void activities() throws IOException {
    if (prediction.activities().isEmpty()) {
      return;
    }
    page.title("ACTIVITIES", "service times: the median and the central 90 % interval");
    Table table = new Table("~>>>");
    table.row("activity", "5 %", "50 %", "95 %");
    for (Map.Entry<String, Forecast> each : prediction.activities().entrySet()) {
      table.row(
          each.getKey(),
          Human.brief(each.getValue().quantile(0.05)),
          Human.brief(each.getValue().quantile(0.5)),
          Human.brief(each.getValue().quantile(0.95)));
    }
    table.write(page);
  }

  private void heading() throws IOException {
    String title = Human.shortened(prediction.title(), Page.WIDTH);
    page.line(title);
    page.line("═".repeat(title.codePointCount(0, title.length())));
    for (String sentence : prediction.basis()) {
      page.paragraph("", sentence);
    }
  }

  private String verdict() {
    String what = prediction.elapsedSeconds().isPresent() ? "What remains" : "The run";
    if (!Double.isFinite(forecast.mean())) {
      return what + " " + prediction.infinite().orElseThrow() + "." + deadline();
    }
    return what
        + " is expected to take "
        + Human.duration(forecast.mean())
        + (varies() ? spread() : "; no time in the forecast varies")
        + "."
        + deadline();
  }

  private boolean varies() {
    return forecast.sd() != 0;
  }

  private String spread() {
    return (Double.isFinite(forecast.sd()) ? ", give or take " + Human.duration(forecast.sd()) : "")
        + "; with a probability of "
        + Human.roundPercent(LIKELY)
        + " it takes no longer than "
        + Human.duration(forecast.quantile(LIKELY));
  }

  private String deadline() {
    return prediction.probabilityWithinDeadline().isPresent()
        ? " The deadline of "
            + Human.duration(prediction.deadlineSeconds().orElseThrow())
            + " is met with a probability of "
            + Human.percent(prediction.probabilityWithinDeadline().getAsDouble())
            + "."
        : "";
  }

  private String comparison(double recorded) {
    String off =
        prediction.relativeError().isPresent()
            ? "; the expected time is " + difference(prediction.relativeError().getAsDouble())
            : "";
    return "It took "
        + Human.duration(recorded)
        + off
        + "."
        + (varies()
            ? probabilitySentence(prediction.probabilityWithinRecorded().orElseThrow())
            : "");
  }

  private static String probabilitySentence(double probability) {
    return " According to the forecast, a run takes no longer than that with a probability of "
        + Human.percent(probability)
        + ".";
  }

  private static String difference(double relative) {
    return Human.percent(Math.abs(relative)) + (relative < 0 ? " below that" : " above that");
  }

  private void quantiles() throws IOException {
    page.title(prediction.elapsedSeconds().isPresent() ? "REMAINING TIME" : "MAKESPAN", "");
    Table table = new Table("<>>");
    row(table, "mean", forecast.mean());
    row(table, "standard deviation", forecast.sd());
    for (double p : JsonPrediction.LEVELS) {
      row(table, Human.format("%.0f %% within", p * 100), forecast.quantile(p));
    }
    table.write(page);
  }

  private static void row(Table table, String name, double seconds) {
    boolean finite = Double.isFinite(seconds);
    table.row(
        name, Human.duration(seconds), finite ? Human.format("%,.3f s", seconds) : "infinite");
  }

  private void method() throws IOException {
    page.line("");
    page.paragraph("Method  ", method(forecast));
  }

  private static String error(ForecastError error) {
    boolean isZero = error.relative() == 0;
    String relative = isZero ? "0" : Human.format("%.2g", error.relative());
    return switch (error.kind()) {
      case EXACT_TO -> isZero ? "exact" : "exact to " + relative + " of the mean";
      case BOUND -> "the relative error of the mean is at most " + relative;
      case ESTIMATE -> "the relative error of the mean is an estimated " + relative;
      case CONFIDENCE_INTERVAL ->
          "the relative error of the mean is at most "
              + relative
              + ", with "
              + Human.percent(error.level().orElse(0))
              + " confidence";
    };
  }

  private void variability() throws IOException {
    if (prediction.variabilityFactor().isEmpty()) {
      return;
    }
    double factor = prediction.variabilityFactor().getAsDouble();
    page.paragraph(
        "Variability  ",
        Human.duration(prediction.deterministicSeconds().orElseThrow())
            + " if every time equalled its mean; the expected time is "
            + Human.ratio(factor)
            + " times that");
  }

  private void critical(NetworkForecast reasons, Workflow workflow) throws IOException {
    Map<String, Double> shares = reasons.criticality();
    Map<String, Double> seconds = reasons.sensitivity();
    List<String> ids =
        shares.keySet().stream()
            .filter(id -> shares.get(id) >= LEAST_SHOWN)
            .sorted(Comparator.comparingDouble(id -> -seconds.getOrDefault(id, 0.0)))
            .limit(SHOWN)
            .toList();
    String clause = "how often the end of the run waited for it, and what that adds to the mean";
    page.title("CRITICAL ACTIVITIES", clause);
    Table table = new Table("~~>>~");
    table.row("activity", "type", "time", "critical", "");
    for (String id : ids) {
      String type = workflow.find(id).map(Activity::type).orElse("");
      table.row(
          id,
          type.equals(id) ? "" : type,
          Human.brief(seconds.getOrDefault(id, 0.0)),
          Human.percent(shares.get(id)),
          Bar.of(Measured.of(shares.get(id)), BAR_WIDTH));
    }
    table.write(page);
  }
}
