package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.CriticalPath;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Range;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkForecastTest {
  private static final Percentage LATTICE = Percentage.withPercentage(1e-4);
  private static final Law LATENCY = Law.gamma(2, 150);

  private static Workflow chain(int length) {
    WorkflowBuilder workflow = Flowgauge.workflow("chain");
    String[] ids = new String[length];
    for (int k = 0; k < length; k++) {
      ids[k] = "a" + k;
    }
    return workflow.chain(ids).build();
  }

  /** Returns the smallest graph that is not series-parallel. */
  private static Workflow irregular() {
    return Flowgauge.workflow("n")
        .dependency("a", "c")
        .dependency("b", "c")
        .dependency("b", "d")
        .build();
  }

  private static Workflow diamond() {
    return Flowgauge.workflow("diamond").then("a").then("b", "c").then("d").build();
  }

  @Test
  void forecast_chain_isThatOfServicesInARow() {
    for (Mode mode : Mode.values()) {
      for (long count : new long[] {1, 12, 1000}) {
        var expected =
            Flowgauge.predict().services(3, LATENCY).mode(mode).dataSegments(count).forecast();
        NetworkForecast found =
            Flowgauge.predict(chain(3)).latency(LATENCY).mode(mode).dataSegments(count).forecast();
        assertThat(found.mean()).isCloseTo(expected.mean(), LATTICE);
        assertThat(found.sd()).isCloseTo(expected.sd(), LATTICE);
        assertThat(found.quantile(0.95)).isCloseTo(expected.quantile(0.95), LATTICE);
        double deadline = expected.quantile(0.9);
        assertThat(found.probabilityWithin(deadline)).isCloseTo(0.9, within(1e-6));
      }
    }
  }

  @Test
  void forecast_parallelExponentials_isHarmonic() {
    Workflow workflow = Flowgauge.workflow("parallel").then("a", "b", "c", "d").build();
    NetworkForecast forecast = Flowgauge.predict(workflow).latency(Law.exponential(12)).forecast();
    assertThat(forecast.mean()).isCloseTo(12 + 6 + 4 + 3, LATTICE);
    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.ESTIMATE);
  }

  @Test
  void forecast_chainOf100000_isErlang() {
    NetworkForecast forecast =
        Flowgauge.predict(chain(100_000)).latency(Law.exponential(2)).forecast();
    assertThat(forecast.mean()).isCloseTo(200_000, LATTICE);
    assertThat(forecast.sd()).isCloseTo(2 * Math.sqrt(100_000), LATTICE);
  }

  /** Times longer than the quantile of 1e-12 hold up to a twentieth of the variance. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 3, 10, 50})
  void error_longTails_includesWhatIsCutOff(double cv) {
    Law law = Law.lognormal(100, cv * 100);
    Workflow parallel = Flowgauge.workflow("w").then("a", "b").build();
    Workflow sequence = Flowgauge.workflow("w").then("a").then("b").build();
    ForecastError longest = Flowgauge.predict(parallel).latency(law).forecast().error();
    ForecastError sum = Flowgauge.predict(sequence).latency(law).forecast().error();

    assertThat(longest.sd().contains(law.maximumOf(2).sd())).isTrue();
    assertThat(sum.sd().contains(cv * 100 * Math.sqrt(2))).isTrue();
    assertThat(sum.mean().contains(200)).isTrue();
    assertThat(longest.relative()).isLessThan(1e-5);
  }

  @Test
  void forecast_oneActivity_isItsLaw() {
    NetworkForecast forecast =
        Flowgauge.predict(chain(1)).latency(LATENCY).serviceTime(10).forecast();
    assertThat(forecast.mean()).isCloseTo(310, LATTICE);
    assertThat(forecast.quantile(0.99)).isCloseTo(10 + LATENCY.quantile(0.99), LATTICE);
    assertThat(forecast.criticality()).containsEntry("a0", 1.0);
  }

  @Test
  void forecast_constants_isExact() {
    NetworkForecast forecast =
        Flowgauge.predict(irregular()).serviceTime(10).serviceTime("b", 15).forecast();
    assertThat(forecast.mean()).isEqualTo(25);
    assertThat(forecast.sd()).isZero();
    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
    assertThat(forecast.quantile(0.5)).isEqualTo(25);
  }

  /** Lattices that are fine enough for such tails would take seconds. */
  @Test
  void forecast_layersOfHeavyTails_areSampled() {
    WorkflowBuilder layers = Flowgauge.workflow("layers");
    for (String dependency :
        List.of(
            "a c", "a d", "b c", "c e", "c f", "d e", "d f", "e g", "f g", "f h", "g i", "g j",
            "h i", "h j")) {
      layers.dependency(dependency.substring(0, 1), dependency.substring(2));
    }
    NetworkForecast sampled =
        Flowgauge.predict(layers.build())
            .latency(Law.lognormal(300, 300))
            .serviceTime(30)
            .forecast();
    assertThat(sampled.method()).contains("too irregular for lattices", "Monte Carlo");
    // As computed on lattices of 8192 cells, which takes ten times as long.
    assertThat(sampled.mean()).isCloseTo(2254.70, withinPercentage(0.1));
  }

  @Test
  void forecast_sameSeed_isTheSame() {
    NetworkPrediction prediction =
        Flowgauge.predict(irregular()).latency(LATENCY).relativeError(0.01).seed(7);
    assertThat(prediction.forecast().mean()).isEqualTo(prediction.forecast().mean());
    assertThat(prediction.seed(8).forecast().mean())
        .isNotEqualTo(prediction.seed(7).forecast().mean());
  }

  @Test
  void forecast_lostJobs_areInfinitelyLate() {
    for (Workflow workflow : List.of(diamond(), irregular())) {
      NetworkForecast forecast =
          Flowgauge.predict(workflow).latency(LATENCY.withOutliers(0.01)).forecast();
      assertThat(forecast.mean()).isInfinite();
      assertThat(forecast.sd()).isInfinite();
      double finishing = Math.pow(0.99, 4);
      assertThat(forecast.quantile(finishing + 1e-6)).isInfinite();
      assertThat(forecast.quantile(0.9)).isFinite();
      assertThat(forecast.probabilityWithin(1e9)).isCloseTo(finishing, within(1e-9));
      assertThat(forecast.error().mean().upper()).isInfinite();
    }
  }

  @Test
  void slots_one_isTheSum() {
    NetworkForecast forecast =
        Flowgauge.predict(irregular()).latency(LATENCY).dataSegments(3).slots(1).forecast();
    assertThat(forecast.mean()).isCloseTo(12 * 300, Percentage.withPercentage(0.3));
    assertThat(forecast.bracket().lower()).isCloseTo(12 * 300, LATTICE);
    assertThat(forecast.bracket().upper()).isCloseTo(12 * 300, LATTICE);
    assertThat(forecast.criticality()).containsValue(1.0).hasSize(4);
    double sum = forecast.sensitivity().values().stream().mapToDouble(v -> v).sum();
    assertThat(sum).isCloseTo(12 * 300, Percentage.withPercentage(1));
  }

  /** The quartiles of such laws are nearly 0, and the mean comes from a few long times. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.003, 0.01, 0.02})
  void slots_rareTimes_keepTheMean(double shape) {
    NetworkForecast forecast =
        Flowgauge.predict(irregular()).latency(Law.gamma(shape, 1)).slots(1).forecast();
    assertThat(forecast.mean()).isCloseTo(4 * shape, Percentage.withPercentage(5));
  }

  /** Two slots are busy most of the time: the bracket is narrow though paths are short. */
  @Test
  void slots_manyJobs_areBracketedByTheirWork() {
    NetworkForecast forecast =
        Flowgauge.predict(irregular()).latency(LATENCY).dataSegments(200).slots(2).forecast();
    Range bracket = forecast.bracket();
    assertThat(bracket.lower()).isCloseTo(400 * 300, LATTICE);
    assertThat(bracket.upper()).isLessThan(1.05 * bracket.lower());
    assertThat(bracket.contains(forecast.mean())).isTrue();
  }

  /** Of two jobs ready at once on one slot, the one added first delays the other. */
  @Test
  void criticality_onSlots_followsTheSlot() {
    Workflow workflow = Flowgauge.workflow("n").dependency("a", "c").activities("b").build();
    NetworkForecast forecast =
        Flowgauge.predict(workflow)
            .serviceTime("a", 10)
            .serviceTime("b", 30)
            .serviceTime("c", 5)
            .slots(1)
            .forecast();
    assertThat(forecast.mean()).isEqualTo(45);
    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
    assertThat(forecast.criticalPaths(3))
        .extracting(CriticalPath::activities)
        .containsExactly(List.of("a", "b", "c"));
    assertThat(forecast.sensitivity().get("b")).isCloseTo(30, within(1e-9));
    assertThat(forecast.sensitivity(0.95).get("c")).isCloseTo(5, within(1e-9));
    NetworkForecast two = forecast.whatIf().slots(2).forecast();
    assertThat(two.mean()).isEqualTo(30);
    assertThat(two.criticality()).containsEntry("a", 0.0);
  }

  @Test
  void processors_constantThirds_areExact() {
    double time = 86.69841710335196 * 3;
    NetworkForecast forecast =
        Flowgauge.predict(chain(1)).serviceTime(time).processors(3).forecast();
    assertThat(forecast.mean()).isEqualTo(time / 3);
  }

  @Test
  void siteLoad_multipliesTheMakespan() {
    Law load = Law.lognormal(1.2, 0.3);
    for (Workflow workflow : List.of(diamond(), irregular())) {
      NetworkPrediction prediction = Flowgauge.predict(workflow).latency(LATENCY).dataSegments(4);
      NetworkForecast alone = prediction.forecast();
      NetworkForecast loaded = prediction.siteLoad(load).forecast();
      assertThat(loaded.mean()).isCloseTo(1.2 * alone.mean(), LATTICE);
      double square = (1.44 + 0.09) * alone.sd() * alone.sd();
      double sd = Math.sqrt(square + 0.09 * alone.mean() * alone.mean());
      assertThat(loaded.sd()).isCloseTo(sd, LATTICE);
      double q = loaded.quantile(0.95);
      assertThat(loaded.probabilityWithin(q)).isCloseTo(0.95, within(1e-3));
      assertThat(loaded.error().quantile(0.95).contains(q)).isTrue();
      assertThat(loaded.error().mean().contains(loaded.mean())).isTrue();
      assertThat(loaded.error().sd().contains(loaded.sd())).isTrue();
      assertThat(loaded.bracket().upper()).isCloseTo(1.2 * alone.bracket().upper(), LATTICE);
      assertThat(sum(loaded)).isCloseTo(1.2 * sum(alone), LATTICE);
      double atQuantile = loaded.sensitivity(0.95).values().stream().mapToDouble(v -> v).sum();
      assertThat(atQuantile).isCloseTo(q, Percentage.withPercentage(2));
    }
  }

  private static double sum(NetworkForecast forecast) {
    return forecast.sensitivity().values().stream().mapToDouble(v -> v).sum();
  }

  @Test
  void quantileError_asked_isReached() {
    NetworkForecast forecast =
        Flowgauge.predict(irregular())
            .latency(LATENCY)
            .slots(3)
            .relativeError(0.05)
            .quantileError(0.99, 0.005)
            .forecast();
    Range range = forecast.error().quantile(0.99);
    assertThat(range.upper() - range.lower()).isLessThan(2 * 0.005 * forecast.quantile(0.99));
  }

  @Test
  void whatIf_resubmission_readsWell() {
    Law latency = Law.lognormal(300, 300).withOutliers(0.05);
    NetworkForecast lost = Flowgauge.predict(diamond()).latency(latency).forecast();
    assertThat(lost.mean()).isInfinite();
    NetworkForecast again = lost.whatIf().latency(Resubmission.of(latency).timeout(900)).forecast();
    assertThat(again.mean()).isBetween(900.0, 1500.0);
    assertThat(again.probabilityWithin(1e6)).isCloseTo(1, within(1e-9));
    NetworkForecast onSlots = again.whatIf().slots(1).forecast();
    assertThat(onSlots.mean()).isGreaterThan(again.mean());
  }

  @Test
  void slots_asManyAsJobs_isUnbounded() {
    for (Mode mode : Mode.values()) {
      NetworkPrediction prediction =
          Flowgauge.predict(irregular()).latency(LATENCY).mode(mode).dataSegments(5);
      double unbounded = prediction.forecast().mean();
      double bounded = prediction.slots(20).forecast().mean();
      assertThat(bounded).isCloseTo(unbounded, Percentage.withPercentage(0.4));
    }
  }

  @Test
  void slots_constantTimes_isTheListSchedule() {
    Workflow workflow = Flowgauge.workflow("bag").then("a", "b", "c", "d", "e").build();
    NetworkPrediction prediction = Flowgauge.predict(workflow).serviceTime(10);
    assertThat(prediction.slots(2).forecast().mean()).isEqualTo(30);
    assertThat(prediction.slots(3).forecast().mean()).isEqualTo(20);
    assertThat(prediction.slots(5).forecast().mean()).isEqualTo(10);
    // Fast processor: a until 5, c until 10, d until 15. Slow processor: b until 10, e until 20.
    assertThat(prediction.processors(2, 1).forecast().mean()).isEqualTo(20);
  }

  @Test
  void criticality_ofTwoBranches_isTheirProbability() {
    NetworkForecast forecast =
        Flowgauge.predict(diamond())
            .latency("b", Law.exponential(30))
            .latency("c", Law.exponential(10))
            .serviceTime("a", 5)
            .forecast();
    assertThat(forecast.criticality().get("a")).isCloseTo(1.0, within(1e-9));
    assertThat(forecast.criticality().get("b")).isCloseTo(0.75, within(0.02));
    assertThat(forecast.criticalPaths(1).get(0).activities()).containsExactly("a", "b", "d");
    assertThat(forecast.criticalPaths(9)).hasSize(2);
  }

  @Test
  void sensitivity_ofAllActivities_addsUpToTheMean() {
    NetworkForecast forecast = Flowgauge.predict(irregular()).latency(LATENCY).forecast();
    double sum = forecast.sensitivity().values().stream().mapToDouble(v -> v).sum();
    assertThat(sum).isCloseTo(forecast.mean(), Percentage.withPercentage(2));
    double atQuantile = forecast.sensitivity(0.95).values().stream().mapToDouble(v -> v).sum();
    assertThat(atQuantile).isCloseTo(forecast.quantile(0.95), Percentage.withPercentage(2));
  }

  @Test
  void whatIf_changed_leavesTheForecast() {
    NetworkForecast forecast = Flowgauge.predict(diamond()).latency(LATENCY).forecast();
    double mean = forecast.mean();
    assertThat(forecast.whatIf().dataSegments(12).forecast().mean()).isGreaterThan(mean);
    assertThat(forecast.mean()).isEqualTo(mean);
    assertThat(forecast.whatIf().forecast().mean()).isEqualTo(mean);
  }

  /** Returns three by three activities, each after its neighbours above and to the left. */
  private static Workflow wavefront() {
    WorkflowBuilder workflow = Flowgauge.workflow("wavefront");
    for (int row = 0; row < 3; row++) {
      for (int k = 1; k < 3; k++) {
        workflow.dependency("w" + row + (k - 1), "w" + row + k);
        workflow.dependency("w" + (k - 1) + row, "w" + k + row);
      }
    }
    return workflow.build();
  }

  @Test
  void forecast_tooFewSamples_saysSo() {
    NetworkForecast forecast =
        Flowgauge.predict(wavefront())
            .latency(Law.uniform(1, 2))
            .dataSegments(100_000)
            .maxSamples(4096)
            .forecast();
    assertThat(forecast.method()).contains("too few");
    assertThat(forecast.error().mean().upper()).isInfinite();
    assertThat(forecast.error().sd().upper()).isInfinite();
    assertThat(forecast.error().quantile(0.99).upper()).isInfinite();
    assertThat(forecast.error().relative()).isInfinite();
  }

  /** The longest of many data segments cannot be longer than the support of the law allows. */
  @Test
  void forecast_farMoreDataSegmentsThanSamples_staysInTheSupport() {
    for (long count : new long[] {10_000, 1_000_000_000}) {
      NetworkForecast forecast =
          Flowgauge.predict(irregular())
              .latency(Law.uniform(1, 2))
              .dataSegments(count)
              .maxSamples(4096)
              .latency("a", Law.uniform(1, 3))
              .forecast();
      assertThat(forecast.mean()).isBetween(2.0, 5.0);
    }
  }

  @Test
  void prediction_badValues_areNamed() {
    NetworkPrediction prediction = Flowgauge.predict(diamond());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.latency("x", LATENCY))
        .withMessageContaining("diamond")
        .withMessageContaining("x");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.serviceTime(Double.NaN))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.dataSegments(0));
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.slots(0));
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.processors());
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.processors(1, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.processors(1e300, 1e-300))
        .withMessage("speed of a processor must be 1.0E-30 to 1.0E30, but is 1.0E300");
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.relativeError(0));
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.maxSamples(0));
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.forecast().quantile(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.forecast().probabilityWithin(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.forecast().criticalPaths(0));
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.quantileError(1, 0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> prediction.quantileError(0.5, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prediction.siteLoad(Law.normal(1, 0.1)))
        .withMessageContaining("siteLoad");
    assertThatIllegalStateException()
        .isThrownBy(() -> prediction.slots(2).dataSegments(1_000_000_000).forecast())
        .withMessageContaining("1000000000");
    assertThatIllegalStateException()
        .isThrownBy(() -> Flowgauge.predict(Flowgauge.workflow("none").build()).forecast())
        .withMessageContaining("none");
  }

  @Test
  void prediction_changed_leavesTheFirstAsItWas() {
    NetworkPrediction first = Flowgauge.predict(diamond()).serviceTime(10);
    double mean = first.forecast().mean();
    String activity = diamond().activity(0).id();
    NetworkPrediction changed =
        first
            .latency(Law.constant(1))
            .latency(activity, Law.constant(2))
            .serviceTime(5)
            .serviceTime(activity, 7)
            .mode(Mode.DP)
            .dataSegments(3)
            .slots(1)
            .siteLoad(Law.uniform(1, 2))
            .relativeError(0.1)
            .quantileError(0.5, 0.1)
            .maxSamples(10)
            .seed(3);
    assertThat(first.forecast().mean()).isEqualTo(mean);
    assertThat(changed.forecast().mean()).isNotEqualTo(mean);
    NetworkPrediction whatIf = first.forecast().whatIf();
    whatIf.serviceTime(99);
    assertThat(whatIf.forecast().mean()).isEqualTo(mean);
  }

  @Test
  void latency_saidTwice_lastCounts() {
    Workflow one = Flowgauge.workflow("w").activities("a", "b").build();
    NetworkPrediction prediction =
        Flowgauge.predict(one)
            .latency("a", Law.constant(9))
            .latency("a", Law.constant(2))
            .serviceTime("a", 5)
            .serviceTime("a", 1)
            .serviceTime("b", 2)
            .latency(Law.constant(4));
    assertThat(prediction.forecast().mean()).isEqualTo(6);
    assertThat(prediction.latency("b", Law.constant(0)).forecast().mean()).isEqualTo(3);
  }

  @Test
  void unboundedSlots_afterSlots_liftsTheBound() {
    Workflow two = Flowgauge.workflow("w").activities("a", "b").build();
    NetworkPrediction one = Flowgauge.predict(two).serviceTime(10).slots(1);
    assertThat(one.forecast().mean()).isEqualTo(20);
    assertThat(one.unboundedSlots().forecast().mean()).isEqualTo(10);
    assertThat(one.processors(1, 1).unboundedSlots().start().unfinishedActivities()).isEqualTo(2);
  }

  @Test
  void anyCall_null_isNamed() {
    NetworkPrediction prediction =
        Flowgauge.predict(Flowgauge.workflow("w").activities("a").build());
    assertThatThrownBy(() -> prediction.processors((double[]) null)).hasMessage("speeds");
    assertThatThrownBy(() -> prediction.place("a", (String[]) null)).hasMessage("pools");
    assertThatThrownBy(() -> prediction.from(null)).hasMessage("history");
  }

  @Test
  void latency_timesTooLongToComputeWith_areRefused() {
    NetworkPrediction prediction =
        Flowgauge.predict(Flowgauge.workflow("w").activities("a", "b").build());
    Law law = Law.gamma(2, 1e200);
    assertThatThrownBy(() -> prediction.latency(law)).hasMessageStartingWith("law must be");
    assertThatThrownBy(() -> prediction.latency("a", law)).hasMessageStartingWith("law must be");
    assertThatThrownBy(() -> prediction.pool("p", 1, law)).hasMessageContaining("1.0E100 s");
    assertThat(prediction.latency(Law.gamma(2, 1e99)).forecast().sd()).isFinite();
  }
}
