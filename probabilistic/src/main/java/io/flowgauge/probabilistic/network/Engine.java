package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.BoundedAnswer;
import io.flowgauge.probabilistic.answer.ComputedAnswer;
import io.flowgauge.probabilistic.answer.ExactAnswer;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.Integrals;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.irregular.Irregulars;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.reduction.Curves;
import io.flowgauge.probabilistic.sampling.BlockSampler;
import io.flowgauge.probabilistic.sampling.SampleAnswer;
import io.flowgauge.probabilistic.sampling.Sampler;
import io.flowgauge.probabilistic.sampling.Sampling;
import io.flowgauge.probabilistic.slots.Pool;
import io.flowgauge.probabilistic.slots.ScheduleTraces;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Chooses the method: the first that applies and is good enough. Stateless. */
final class Engine {
  private static final int FIRST_CELLS = 512;
  private static final int MOST_CELLS = 1 << 15;

  /**
   * Lattices are refined until they differ by less than this: finer ones are then off by far less.
   */
  private static final double LATTICE_ERROR = 2e-6;

  /** Errors above this are left to samples, or to few cells. */
  private static final double ROUGH = 1e-3;

  /** Fraction of a rough error that lattices are to reach: that costs little. */
  private static final double MARGIN = 1e-2;

  /** The same with irregular regions, for any error. */
  private static final double IRREGULAR_MARGIN = 0.02;

  /**
   * How many times a rough error irregular regions may be off on the first lattices: beyond that,
   * lattices that are fine enough take longer than samples.
   */
  private static final double MOST_OFF = 30;

  /** Numbers that irregular regions may visit: a few tenths of a second. */
  private static final double MOST_WORK = 3.5e7;

  /** Times at which laws may be evaluated, for all laws together: about a second. */
  private static final double MOST_EVALUATIONS = 1e7;

  /** Cells of lattices that samples are drawn from. */
  private static final int SAMPLED_CELLS = 1024;

  /** Shapes beyond which lattices take longer than samples. */
  private static final int MOST_SHAPES = 2048;

  /**
   * Factor by which reduction must shrink a graph: a region's distribution takes as long as
   * hundreds of its samples.
   */
  private static final int WORTH_REDUCING = 2;

  private final Problem problem;

  Engine(Problem problem) {
    this.problem = problem;
  }

  Answer answer() {
    if (problem.options.hasSlots()) {
      return scheduled(problem.schedules());
    }
    if (isConstant()) {
      return new ExactAnswer(new Bounds(problem).meanPath(), "exact longest path");
    }
    if (!isComputable()) {
      return checked(sampled(""));
    }
    ComputedAnswer computed = computed();
    if (computed == null) {
      return checked(sampled(", as computing it would take too long"));
    }
    Answer checked = checked(computed);
    return isGoodEnough(checked)
        ? checked
        : checked(sampled(", as it is too irregular for lattices"));
  }

  /** No mean is less than that of the longest path of means. */
  private Answer checked(Answer answer) {
    return problem.hasMean() ? BoundedAnswer.of(answer, new Bounds(problem).meanPath()) : answer;
  }

  private Answer scheduled(ScheduleTraces sampler) {
    String order =
        problem.options.hasPools() ? " on pools, by priority" : ", first come first served";
    boolean isFixed = isConstant() && poolsAreConstant();
    return isFixed
        ? new ExactAnswer(sampler.typical(), "exact list schedule" + order)
        : new SampleAnswer(run(sampler), 1, "list schedules" + order);
  }

  private boolean poolsAreConstant() {
    return problem.options.placement().pools().stream().map(Pool::latency).allMatch(Laws::isFixed);
  }

  private boolean isConstant() {
    return Arrays.stream(problem.leaf)
        .distinct()
        .mapToObj(problem.shapes::law)
        .allMatch(Laws::isFixed);
  }

  /** Samples of an irregular workflow are cheaper if they need not be many. */
  private boolean isComputable() {
    return problem.shapes.size() <= MOST_SHAPES
        && (problem.reduction.isSeriesParallel()
            || problem.options.accuracy().least() <= ROUGH
            || isBeyondSamples());
  }

  private boolean isBeyondSamples() {
    return !Sampling.canReach(problem.maxSamples(), problem.instances());
  }

  private boolean isGoodEnough(Answer answer) {
    return answer.relativeError() <= problem.options.accuracy().least() || isBeyondSamples();
  }

  /** Laws of many values each have jumps at as many times as all of them together. */
  private boolean isAffordable(Curve curve) {
    return Integrals.evaluations(curve) * problem.shapes.size() <= MOST_EVALUATIONS;
  }

  /**
   * Null if the workflow has an irregular region that there is no method for, or anything takes too
   * long.
   */
  private ComputedAnswer computed() {
    int root = problem.reduction.rootShape(problem.shapes, problem.leaf);
    Irregulars irregulars = new Irregulars(problem.shapes, root, problem.tail());
    if (!irregulars.areComplete() || problem.shapes.size() > MOST_SHAPES) {
      return null;
    }
    double goal = latticeError(irregulars);
    Curves curves = new Curves(problem.shapes, irregulars.methods(), problem.tail());
    ComputedAnswer answer = null;
    for (int cells = FIRST_CELLS; cells <= MOST_CELLS; cells *= 2) {
      if (irregulars.work(cells, problem.tail()) > MOST_WORK) {
        break;
      }
      Curve curve = curves.of(cells, root)[root];
      if (!isAffordable(curve)) {
        return null;
      }
      String method = method(irregulars, cells);
      answer = ComputedAnswer.of(curve, problem.instances(), method, irregulars.safety(), answer);
      if (answer.isCompared() && (answer.relativeError() < goal || isFarOff(answer, irregulars))) {
        break;
      }
    }
    return answer != null && answer.isCompared() ? answer : null;
  }

  /** How accurate lattices are to be. Those of irregular regions take much longer. */
  private double latticeError(Irregulars irregulars) {
    double wanted = problem.options.accuracy().least();
    if (irregulars.safety() > 1) {
      return Math.max(LATTICE_ERROR, IRREGULAR_MARGIN * wanted);
    }
    return wanted <= ROUGH ? LATTICE_ERROR : MARGIN * wanted;
  }

  /** Whether samples reach the error sooner. */
  private boolean isFarOff(ComputedAnswer answer, Irregulars irregulars) {
    return irregulars.safety() > 1
        && problem.options.accuracy().least() >= ROUGH
        && answer.relativeError() > MOST_OFF * ROUGH
        && !isBeyondSamples();
  }

  private static String method(Irregulars irregulars, int cells) {
    String lattices = "lattices of " + cells + " cells";
    String regions = irregulars.toString();
    return regions.isEmpty()
        ? "series-parallel convolution on " + lattices
        : regions + ", " + lattices;
  }

  /**
   * An answer from samples.
   *
   * @param why why it is not computed, to end the name of the method; may be empty
   */
  private Answer sampled(String why) {
    int[] core = problem.reduction.coreShapes(problem.shapes, problem.leaf);
    boolean reduced =
        core.length > 1
            && core.length <= problem.leaf.length / WORTH_REDUCING
            && problem.shapes.size() <= MOST_SHAPES;
    int[] shapes = reduced ? core : problem.leaf;
    Dag dag = reduced ? problem.reduction.core() : problem.reduction.reduced();
    Sampler sampler = new BlockSampler(dag, durations(shapes), goal());
    Sampling sampling = run(sampler);
    int turns = sampler.turns();
    String uses = turns == 1 ? "" : ", each duration in " + turns + " samples";
    int size = problem.leaf.length;
    String of = reduced ? core.length + " of " + size + " activities left" : size + " activities";
    return new SampleAnswer(
        sampling, problem.instances(), "stratified Monte Carlo, " + of + uses + why);
  }

  /** Distributions to draw from; those of regions are computed first. */
  private DurationTables durations(int[] shapes) {
    int[] regions =
        IntStream.of(shapes).distinct().filter(s -> problem.shapes.law(s) == null).toArray();
    Curve[] curves =
        new Curves(problem.shapes, Map.of(), problem.tail()).of(SAMPLED_CELLS, regions);
    return new DurationTables(shapes, problem.shapes, curves);
  }

  private Sampling run(Sampler sampler) {
    return Sampling.run(sampler, goal());
  }

  private Sampling.Goal goal() {
    return new Sampling.Goal(
        problem.options.accuracy().ofFinishing(problem.finishing()),
        problem.maxSamples(),
        problem.instances());
  }
}
