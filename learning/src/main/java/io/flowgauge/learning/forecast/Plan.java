package io.flowgauge.learning.forecast;

import io.flowgauge.history.ForecastBasis;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.history.TypeBasis;
import io.flowgauge.learning.reading.Works;
import io.flowgauge.learning.saved.Names;
import io.flowgauge.learning.service.Calibration;
import io.flowgauge.learning.service.KnownServices;
import io.flowgauge.learning.service.LogTime;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceModel;
import io.flowgauge.learning.service.Work;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.network.ReducedPrediction;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A workflow to be predicted from what was learned, under some terms. Immutable and thread-safe.
 */
record Plan(Workflow workflow, Dag dag, Works works, Learned learned, Terms terms) {
  /** Name of the run that is predicted. */
  static final String RUN = "";

  private static final int SAMPLES = 512;
  private static final int SAMPLES_OF_REST = 256;

  /** Probability that time grows in proportion to an input whose size is unknown. */
  private static final double SIZE_MATTERS = 0.9;

  /** What is known at a moment. */
  record Moment(Progress progress, double now, KnownServices services, Conditions conditions) {}

  static Plan of(Workflow workflow, Learned learned) {
    return new Plan(
        workflow,
        ReducedPrediction.graph(workflow),
        Works.of(workflow, RUN).withInputs(learned.services().inputs()),
        learned,
        Terms.USUAL);
  }

  /** Returns the plan of a run of the workflow, with what is known of its work by now. */
  Plan of(WorkflowRun run) {
    return new Plan(
        run.workflow(),
        ReducedPrediction.graph(run.workflow()),
        Works.of(run, RUN).withInputs(learned.services().inputs()),
        learned,
        terms);
  }

  Plan with(Terms others) {
    return new Plan(workflow, dag, works, learned, others);
  }

  /**
   * The index of an activity.
   *
   * @throws IllegalArgumentException if there is none of that id
   */
  int index(String activity) {
    return Arguments.requireActivity(workflow, activity);
  }

  /**
   * Returns work as service times know it: by the names of the history, and with its machine if
   * machines are known.
   */
  Work seen(Work work) {
    Names names = learned.names();
    Work known = work.renamed(names::work, names::machine);
    return isByMachine() ? known : known.anywhere();
  }

  /** The work of an activity, as it was recorded. */
  Work recordedWork(int activity) {
    return terms.of(workflow.activity(activity).id(), works.of(activity));
  }

  /** Whether it is known where some activities to come will run. */
  private boolean isByMachine() {
    return terms.namesMachines() || works.nameMachines();
  }

  /** Service times in the history, by machine if machines of this run are known. */
  ServiceModel services() {
    return isByMachine() ? learned.services().byMachine() : learned.services().anywhere();
  }

  /** Returns the data that a forecast of activities is based on. */
  ForecastBasis basis(KnownServices services, int... activities) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    Set<String> unseen = new TreeSet<>();
    Set<String> machines = learned.services().machines();
    for (int v : activities) {
      Work work = recordedWork(v);
      counts.merge(work.type(), 1, Integer::sum);
      work.machine()
          .filter(name -> !machines.contains(learned.names().machine(name)))
          .ifPresent(unseen::add);
    }
    List<TypeBasis> types = new ArrayList<>();
    counts.forEach(
        (type, count) ->
            types.add(
                new TypeBasis(type, count, services.observations(type), services.runs(type))));
    return new Basis(learned.runs(), learned.sameWorkflow(), types, unseen);
  }

  /** Forecasts the rest of a run in progress under these terms. */
  HistoryForecast remaining(Moment moment) {
    Moment under =
        new Moment(
            moment.progress, moment.now, moment.services, terms.conditions(moment.conditions));
    return forecast(under, learned.ratio(), learned.hindsight().restCalibration());
  }

  /** Forecasts the rest of a run. */
  HistoryForecast forecast(Moment moment, Unexplained unexplained, Calibration calibration) {
    int[] open = moment.progress.unfinishedActivities();
    ForecastBasis basis = basis(moment.services, open);
    if (!basis.unknown().isEmpty()) {
      throw new NoForecastException(basis.unknown());
    }
    int samples = terms.samples().orElse(moment.now > 0 ? SAMPLES_OF_REST : SAMPLES);
    int each = (samples + RestSimulation.REPLICATES - 1) / RestSimulation.REPLICATES;
    Calibrated simulation = new Calibrated(simulation(moment, open, unexplained), calibration);
    return HistoryForecast.of(simulation, each, terms.seed(), basis);
  }

  private RestSimulation simulation(Moment moment, int[] open, Unexplained unexplained) {
    Progress progress = moment.progress;
    OpenWork work = new OpenWork(dag.nodeCount());
    Map<String, Double> failures = new HashMap<>();
    for (int v : open) {
      String type = workflow.activity(v).type();
      work.put(v, type, estimate(moment.services, v));
      work.failure[v] = failures.computeIfAbsent(type, moment.conditions.failures()::probability);
      work.elapsed[v] = progress.runs(v) ? Math.max(0, moment.now - progress.began(v)) : -1;
    }
    return new RestSimulation(
        Schedules.of(dag, progress, places(open)), work, moment.conditions, unexplained, open);
  }

  private Places places(int... open) {
    Names names = learned.names();
    return Places.of(dag.nodeCount(), v -> recordedWork(v).machine().map(names::machine), open);
  }

  /**
   * Estimates the time of an activity. It is scaled if the machine is slowed down, or if the input
   * is larger and its size is unknown.
   */
  ServiceEstimate estimate(KnownServices services, int activity) {
    Work recorded = recordedWork(activity);
    Work planned = seen(recorded);
    ServiceEstimate estimate = services.estimateLater(planned);
    double slowdown = terms.slowdown(recorded);
    if (slowdown != 1) {
      estimate = estimate.scaled(Math.log(slowdown), 0);
    }
    double growth = unknownGrowth(planned);
    return growth == 0
        ? estimate
        : estimate.scaled(
            SIZE_MATTERS * growth, SIZE_MATTERS * (1 - SIZE_MATTERS) * growth * growth);
  }

  /**
   * Returns the logarithm of the factor by which an input of unknown size is larger; 0 for an input
   * of known size.
   */
  private double unknownGrowth(Work work) {
    return Double.isNaN(work.input().bytes()) ? Math.log(terms.inputFactor()) : 0;
  }

  /**
   * Returns work that was done under these terms as history would have seen it. The scaling by the
   * terms is undone; otherwise work to come would be scaled both by the terms and by what was
   * learned under them.
   *
   * @param done with its input as it is under these terms
   */
  Observation observation(Work done, double seconds) {
    Work seen = seen(done);
    double growth = unknownGrowth(seen);
    return new Observation(
        seen, growth == 0 ? seconds : LogTime.seconds(LogTime.of(seconds) - SIZE_MATTERS * growth));
  }
}
