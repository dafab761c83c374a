package io.flowgauge.learning.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.learning.reading.Delays;
import io.flowgauge.learning.reading.FailureHistory;
import io.flowgauge.learning.reading.OutageHistory;
import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.RunHistory;
import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.learning.service.Calibration;
import io.flowgauge.learning.service.LogTime;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CalibratedTest {
  /** Returns one activity of 10 s, whose log time has a standard deviation of about 0.4. */
  private static RestSimulation simulation() {
    FailureHistory failures = new FailureHistory(Map.of(), List.of());
    RunHistory terms =
        new RunHistory(
            SlotHistory.of(1), new Delays(List.of(), List.of()), failures, OutageHistory.NONE);
    RunFacts run = new RunFacts("any", OptionalDouble.empty(), Set.of(), 0, 0, terms);
    Dag one = Dag.of(1, new int[0], new int[0]);
    OpenWork work = new OpenWork(1);
    work.put(0, "type", new ServiceEstimate(LogTime.of(10), 0, 0.05, 0.05, 0.05));
    Progress beginning = new Progress(one);
    return new RestSimulation(
        Schedules.of(one, beginning, Places.unknown(1)),
        work,
        Conditions.of(List.of(run)),
        new Ratio(0, 0),
        beginning.unfinishedActivities());
  }

  private static Forecast forecast(Calibrated calibrated, int samples, long seed) {
    Basis none = new Basis(0, 0, List.of(), Set.of());
    return HistoryForecast.of(calibrated, samples, seed, none);
  }

  /**
   * Narrowed times are all off by nearly as much as the median about which they are narrowed, which
   * their differences do not show.
   */
  @Test
  void error_narrowedTimes_hasTheErrorOfTheirMedian() {
    Calibrated narrowed = new Calibrated(simulation(), new Calibration(0.2, 0.2));
    Forecast truth = forecast(narrowed, 1 << 14, 1000);
    int mean = 0;
    int median = 0;
    int late = 0;
    for (int seed = 1; seed <= 200; seed++) {
      ForecastError error = forecast(narrowed, 32, seed).error();
      mean += contains(error.mean(), truth.mean());
      median += contains(error.quantile(0.5), truth.quantile(0.5));
      late += contains(error.quantile(0.9), truth.quantile(0.9));
    }
    assertThat(List.of(mean, median, late)).allMatch(covered -> covered >= 180);
  }

  private static int contains(Range range, double seconds) {
    return range.lower() <= seconds && seconds <= range.upper() ? 1 : 0;
  }
}
