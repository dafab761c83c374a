package io.flowgauge.metrics.render;

import io.flowgauge.analysis.Measured;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A prediction to be read: the conclusion first, then what it rests on. Not thread-safe. */
public final class PredictionText {
  private static final int SHOWN = 12;
  private static final int NAME_WIDTH = 40;
  private static final int TYPE_WIDTH = 24;
  private static final int BAR_WIDTH = 20;
  private static final double LIKELY = 0.9;
  private static final double LEAST_SHOWN = 0.005;

  private final PredictionView view;
  private final Forecast forecast;
  private final Page page;

  private PredictionText(PredictionView view, Page page) {
    this.view = view;
    this.forecast = view.forecast();
    this.page = page;
  }

  /**
   * Writes a prediction.
   *
   * @param view the prediction
   * @param out where to
   * @throws IOException if writing fails
   */
  public static void write(PredictionView view, Appendable out) throws IOException {
    new PredictionText(view, new Page(out)).write();
  }

  /**
   * The conclusion: what is expected, and how that compares with what was recorded.
   *
   * @param view the prediction
   * @return one or two paragraphs
   */
  public static List<String> conclusion(PredictionView view) {
    return new PredictionText(view, new Page(new StringBuilder())).conclusion();
  }

  /**
   * How the forecast was found, and how far it may be off.
   *
   * @param forecast the forecast
   * @return a phrase
   */
  public static String method(Forecast forecast) {
    return forecast.method() + "; " + error(forecast.error());
  }

  private List<String> conclusion() {
    return view.recordedSeconds().isPresent()
        ? List.of(verdict(), comparison(view.recordedSeconds().getAsDouble()))
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
    if (view.reasons().isPresent() && view.workflow().isPresent()) {
      critical(view.reasons().get(), view.workflow().get());
    }
  }

  private void heading() throws IOException {
    String title = Human.shortened(view.title(), Page.WIDTH);
    page.line(title);
    page.line("═".repeat(title.codePointCount(0, title.length())));
    for (String sentence : view.basis()) {
      page.paragraph("", sentence);
    }
  }

  private String verdict() {
    String what = view.elapsedSeconds().isPresent() ? "What remains" : "The run";
    if (!Double.isFinite(forecast.mean())) {
      return what + " " + view.infinite().orElseThrow() + "." + deadline();
    }
    return what
        + " is expected to take "
        + Human.duration(forecast.mean())
        + (Double.isFinite(forecast.sd()) ? ", give or take " + Human.duration(forecast.sd()) : "")
        + "; with a probability of "
        + Human.roundPercent(LIKELY)
        + " it takes no longer than "
        + Human.duration(forecast.quantile(LIKELY))
        + "."
        + deadline();
  }

  private String deadline() {
    return view.probabilityWithinDeadline().isPresent()
        ? " The deadline of "
            + Human.duration(view.deadlineSeconds().orElseThrow())
            + " is met with a probability of "
            + Human.percent(view.probabilityWithinDeadline().getAsDouble())
            + "."
        : "";
  }

  private String comparison(double recorded) {
    String off =
        view.relativeError().isPresent()
            ? "; the expected time is " + difference(view.relativeError().getAsDouble())
            : "";
    return "It took "
        + Human.duration(recorded)
        + off
        + ". By the forecast, a run is as short as that with a probability of "
        + Human.percent(view.probabilityWithinRecorded().orElseThrow())
        + ".";
  }

  private static String difference(double relative) {
    return Human.percent(Math.abs(relative)) + (relative < 0 ? " below that" : " above that");
  }

  private void quantiles() throws IOException {
    page.title(view.elapsedSeconds().isPresent() ? "REMAINING TIME" : "MAKESPAN", "");
    Table table = new Table("<>>");
    row(table, "mean", forecast.mean());
    row(table, "standard deviation", forecast.sd());
    for (double p : PredictionJson.LEVELS) {
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
    String relative = Human.format("%.2g", error.relative());
    return switch (error.kind()) {
      case EXACT_TO -> "exact to " + relative + " of the mean";
      case BOUND -> "the mean is off by at most " + relative + " of it";
      case ESTIMATE -> "the mean is off by an estimated " + relative + " of it";
      case CONFIDENCE_INTERVAL ->
          "the mean is off by at most "
              + relative
              + " of it with "
              + Human.percent(error.level().orElse(0))
              + " confidence";
    };
  }

  private void variability() throws IOException {
    if (view.variabilityFactor().isEmpty()) {
      return;
    }
    double factor = view.variabilityFactor().getAsDouble();
    page.paragraph(
        "Variability  ",
        "if every time were its mean, "
            + Human.duration(view.deterministicSeconds().orElseThrow())
            + "; the expected time is "
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
    String clause = "how often the end waited for it, and what that adds to the mean";
    page.title("CRITICAL ACTIVITIES", clause);
    Table table = new Table("~~>>~");
    table.row("activity", "type", "time", "critical", "");
    for (String id : ids) {
      String type = workflow.find(id).map(Activity::type).orElse("");
      table.row(
          Human.shortened(id, NAME_WIDTH),
          type.equals(id) ? "" : Human.shortened(type, TYPE_WIDTH),
          Human.brief(seconds.getOrDefault(id, 0.0)),
          Human.percent(shares.get(id)),
          Bar.of(Measured.of(shares.get(id)), BAR_WIDTH));
    }
    table.write(page);
  }
}
