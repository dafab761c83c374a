package io.flowgauge.cli.run;

import static java.util.stream.Collectors.joining;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.report.prediction.PredictionReport;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Predicts a row of services. */
final class ChainQuery {
  /** As many jobs as can be simulated; a workflow of more need not be built. */
  private static final int MOST_ON_SLOTS = 1 << 20;

  private final PredictionQuery query;

  /** The law of each service, or one law for all. */
  private final List<Law> latencies;

  /** Number of services to which each law applies. */
  private final int times;

  private final double serviceSeconds;

  ChainQuery(PredictionQuery query) {
    this.query = query;
    if (query.isAsIs()) {
      throw new WrongUsageException(
          "--mode asis needs a workflow: name a RUN, or use --mode dp or dsp");
    }
    List<Law> named = query.services().laws();
    latencies = named.isEmpty() ? List.of(latency()) : named;
    times = named.isEmpty() ? query.services().count() : 1;
    serviceSeconds = query.serviceSeconds().orElse(0.0);
  }

  private Law latency() {
    return query
        .latency()
        .orElseThrow(
            () ->
                new WrongUsageException(
                    "missing RUN, or --latency with a law such as 'lognormal(mean=300, sd=300)'"));
  }

  PredictionReport report() {
    Optional<List<Law>> means = means();
    if (query.isDeterministic() && means.isEmpty()) {
      throw new WrongUsageException("--mode deterministic needs laws that have a mean");
    }
    return report(
        forecast(query.isDeterministic() ? means.orElseThrow() : latencies),
        means.map(laws -> OptionalDouble.of(forecast(laws).mean())).orElse(OptionalDouble.empty()));
  }

  private Optional<List<Law>> means() {
    return latencies.stream().allMatch(law -> law.mean() < Double.POSITIVE_INFINITY)
        ? Optional.of(latencies.stream().map(law -> Law.constant(law.mean())).toList())
        : Optional.empty();
  }

  private Forecast forecast(List<Law> laws) {
    OptionalInt slots = query.slots().count();
    // In a row, no more activities can run at once than there are data segments.
    return slots.isEmpty() || slots.getAsInt() >= query.dataSegments()
        ? unbounded(laws)
        : onSlots(laws);
  }

  private Forecast unbounded(List<Law> laws) {
    ChainPrediction chain =
        Flowgauge.predict().mode(query.chainMode()).dataSegments(query.dataSegments());
    for (Law law : laws) {
      Law whole = serviceSeconds == 0 ? law : Law.shifted(serviceSeconds, law);
      ChainPrediction before = chain;
      chain = PredictCommand.accepted("--service-time", () -> before.services(times, whole));
    }
    return chain.forecast();
  }

  private Forecast onSlots(List<Law> laws) {
    if (query.dataSegments() > MOST_ON_SLOTS / query.services().count()) {
      throw new WrongUsageException(
          "schedules on bounded slots are limited to %d jobs, but there are %d services times %d data segments"
              .formatted(MOST_ON_SLOTS, query.services().count(), query.dataSegments()));
    }
    WorkflowBuilder workflow = Flowgauge.workflow("chain");
    String[] ids = new String[query.services().count()];
    Arrays.setAll(ids, k -> "service " + (k + 1));
    NetworkPrediction prediction =
        Flowgauge.predict(workflow.chain(ids).build())
            .serviceTime(serviceSeconds)
            .slots(query.slots().count().orElseThrow());
    for (int k = 0; k < ids.length; k++) {
      prediction = prediction.latency(ids[k], laws.get(k / times));
    }
    return query.forecast(prediction);
  }

  private PredictionReport report(Forecast forecast, OptionalDouble deterministic) {
    int count = query.services().count();
    String title = count == 1 ? "One service" : count + " services in a row";
    PredictionReport.Builder report =
        PredictionReport.builder(title, forecast)
            .basis(List.of(query.words(query.slots().count()), times()));
    if (query.services().laws().isEmpty()) {
      query.latency().ifPresent(report::latency);
    }
    deterministic.ifPresent(report::deterministicSeconds);
    query.deadline().ifPresent(report::deadlineSeconds);
    return report.build();
  }

  private String times() {
    return query.services().laws().isEmpty()
        ? "Service time " + serviceSeconds + " s, latency " + LawWords.of(latencies.get(0)) + "."
        : "Times " + latencies.stream().map(LawWords::of).collect(joining("; ")) + ".";
  }
}
