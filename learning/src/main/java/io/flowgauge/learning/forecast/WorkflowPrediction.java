package io.flowgauge.learning.forecast;

import io.flowgauge.history.ForecastBasis;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.history.LearnedRun;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.RunObservations;
import io.flowgauge.learning.service.Calibration;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.RunningServices;
import io.flowgauge.learning.service.ServiceQuantiles;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Predicts a workflow from what was learned. */
public final class WorkflowPrediction implements LearnedPrediction {
  private static final int SAMPLES_OF_REPLAY = 128;

  /**
   * Largest factor; times multiplied by it, even by a power of it, and their squares stay finite.
   */
  private static final double MOST_FACTOR = 1e9;

  private final Plan plan;

  private WorkflowPrediction(Plan plan) {
    this.plan = plan;
  }

  /** Returns a prediction of a workflow on machines and slots as in the history. */
  public static LearnedPrediction of(Workflow workflow, Learned learned) {
    return new WorkflowPrediction(Plan.of(workflow, learned));
  }

  private LearnedPrediction with(Terms terms) {
    return new WorkflowPrediction(plan.with(terms));
  }

  @Override
  public LearnedPrediction slots(int count) {
    Arguments.requireCount("slots", count);
    return with(plan.terms().withSlots(count));
  }

  @Override
  public LearnedPrediction unboundedSlots() {
    return with(plan.terms().withSlots(0));
  }

  @Override
  public LearnedPrediction machine(String name) {
    return with(plan.terms().withMachine(Objects.requireNonNull(name, "name")));
  }

  @Override
  public LearnedPrediction machine(String activity, String name) {
    plan.index(activity);
    return with(plan.terms().withMachine(activity, Objects.requireNonNull(name, "name")));
  }

  @Override
  public LearnedPrediction slowdown(String machine, double factor) {
    Objects.requireNonNull(machine, "machine");
    return with(plan.terms().withSlowdown(machine, requireFactor("slowdown", factor)));
  }

  @Override
  public LearnedPrediction inputFactor(double factor) {
    return with(plan.terms().withInputFactor(requireFactor("input factor", factor)));
  }

  private static double requireFactor(String name, double factor) {
    if (!(factor >= 1 / MOST_FACTOR && factor <= MOST_FACTOR)) {
      throw new IllegalArgumentException(
          name + " must be " + 1 / MOST_FACTOR + " to " + MOST_FACTOR + ", but is " + factor);
    }
    return factor;
  }

  @Override
  public LearnedPrediction samples(int count) {
    if (count < RestSimulation.REPLICATES) {
      throw new IllegalArgumentException(
          "samples must be " + RestSimulation.REPLICATES + " or more, but is " + count);
    }
    return with(plan.terms().withSamples(count));
  }

  @Override
  public LearnedPrediction seed(long seed) {
    return with(plan.terms().withSeed(seed));
  }

  @Override
  public ForecastBasis basis() {
    Progress beginning = new Progress(plan.dag());
    return plan.basis(plan.services(), beginning.unfinishedActivities());
  }

  @Override
  public Forecast activity(String id) {
    Learned learned = plan.learned();
    int index = plan.index(id);
    ForecastBasis basis = plan.basis(plan.services(), index);
    if (!basis.unknown().isEmpty()) {
      throw new NoForecastException(basis.unknown());
    }
    ServiceQuantiles law = ServiceQuantiles.calibrated(learned.hindsight().activities());
    return new AnswerForecast(new ServiceAnswer(plan.estimate(plan.services(), index), law));
  }

  @Override
  public LearnedForecast forecast() {
    requireActivities();
    return forecast(plan.learned().hindsight().makespans());
  }

  /** Makes a forecast that ignores how far off earlier ones were. */
  static HistoryForecast uncalibrated(Workflow workflow, Learned learned) {
    Terms terms = Terms.USUAL.withSamples(SAMPLES_OF_REPLAY);
    return new WorkflowPrediction(Plan.of(workflow, learned).with(terms))
        .forecast(Calibration.NONE);
  }

  private HistoryForecast forecast(Calibration calibration) {
    Learned learned = plan.learned();
    Optional<MakespanLaw> law =
        plan.terms().slots().isEmpty() ? learned.byWork() : Optional.empty();
    Conditions conditions =
        law.isPresent()
            ? learned.conditions().oneAfterAnother()
            : plan.terms().conditions(learned.conditions());
    Unexplained unexplained =
        law.isPresent() ? law.get().of(plan.workflow().activityCount()) : learned.ratio();
    Progress beginning = new Progress(plan.dag());
    return plan.forecast(
        new Plan.Moment(beginning, 0, plan.services(), conditions), unexplained, calibration);
  }

  private void requireActivities() {
    if (plan.workflow().activityCount() == 0) {
      throw new IllegalStateException(
          "workflow " + plan.workflow().name() + " has no activities to predict");
    }
  }

  @Override
  public LearnedRun start() {
    requireActivities();
    Learned learned = plan.learned();
    return new FollowedRun(
        plan, new Progress(plan.dag()), plan.services().follow(), learned.conditions());
  }

  @Override
  public LearnedForecast remaining(WorkflowRun run) {
    Objects.requireNonNull(run, "run");
    requireActivities();
    List<Observation> observations = RunObservations.of(run, Plan.RUN);
    RunFacts facts = RunFacts.of(run, observations);
    if (!facts.fingerprint().equals(plan.learned().fingerprint())) {
      throw new IllegalArgumentException(
          "run " + run.name() + " must be of the predicted workflow, but is of another");
    }
    if (run.startNanos().isEmpty() || run.endNanos().isEmpty()) {
      throw new IllegalArgumentException(
          "the run must have events with times, but has none: " + run.name());
    }
    Plan own = plan.of(run);
    RunningServices services = own.services().follow();
    observations.forEach(
        each -> services.observe(own.observation(own.terms().larger(each.work()), each.seconds())));
    RunProgress progress = RunProgress.of(run, own.dag());
    return own.remaining(
        new Plan.Moment(
            progress.progress(), progress.now(), services, plan.learned().conditions(facts)));
  }

  @Override
  public String toString() {
    return "LearnedPrediction[" + plan.workflow().name() + "]";
  }
}
