package io.flowgauge.report.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.Uncertainty;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextPredictionTest {
  private static String text(PredictionReport.Builder report) throws IOException {
    StringBuilder out = new StringBuilder();
    TextPrediction.write(report.build(), out);
    return out.toString().replace("\n", " ");
  }

  private static Forecast services(Law latency) {
    return Flowgauge.predict().services(3, latency).forecast();
  }

  @Test
  void method_errorOfZero_isExact() throws IOException {
    Workflow workflow = Flowgauge.workflow("w").then("a").then("b").build();
    Forecast constant = Flowgauge.predict(workflow).serviceTime(60).forecast();
    assertThat(constant.error().relative()).isZero();
    assertThat(text(PredictionReport.builder("constant", constant)))
        .containsPattern("Method +exact longest path; exact $");
    assertThat(text(PredictionReport.builder("normal", services(Law.normal(60, 5)))))
        .containsPattern("exact to +[0-9.e-]+ of the mean");
  }

  @Test
  void uncertainty_partsOfMoreThanTheWhole_areExplained() throws IOException {
    String why = "These add up to more than 100 % because what two sources cause together";
    assertThat(text(PredictionReport.builder("case", learned(0.7, 0.5)).why())).contains(why);
    assertThat(text(PredictionReport.builder("case", learned(0.7, 0.3)).why()))
        .contains("WHERE THE UNCERTAINTY COMES FROM")
        .doesNotContain(why);
  }

  /** Returns a forecast like any other, with two sources of uncertainty. */
  private static LearnedForecast learned(double first, double second) {
    Forecast forecast = services(Law.normal(60, 5));
    return (LearnedForecast)
        Proxy.newProxyInstance(
            LearnedForecast.class.getClassLoader(),
            new Class<?>[] {LearnedForecast.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "sources" ->
                      List.of(
                          new Uncertainty("times of a", first),
                          new Uncertainty("times of b", second));
                  case "sdAfterOneMoreRun" -> forecast.sd();
                  default -> method.invoke(forecast, args);
                });
  }
}
