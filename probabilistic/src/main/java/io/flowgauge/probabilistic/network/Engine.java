package io.flowgauge.probabilistic.network;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.BoundedAnswer;
import io.flowgauge.probabilistic.answer.ComputedAnswer;
import io.flowgauge.probabilistic.answer.Cut;
import io.flowgauge.probabilistic.answer.CutAnswer;
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

/** Chooses the method of a forecast: the first that applies and is accurate enough. Stateless. */
final class Engine {
  private static final int FIRST_CELLS = 512;
  private static final int MOST_CELLS = 1 << 15;

  /**
   * Lattices are refined until successive answers differ by less than this; the error is then far
   * smaller.
   */
  private static final double LATTICE_ERROR = 2e-6;

  /** Requested error above which samples, or lattices of few cells, are used. */
  private static final double ROUGH = 1e-3;

  /** Fraction of a rough requested error that lattices must reach, which costs little. */
  private static final double MARGIN = 1e-2;

  /** Fraction of any requested error that lattices must reach if there are irregular regions. */
  private static final double IRREGULAR_MARGIN = 0.02;

  /**
   * Factor by which the first answer with irregular regions may exceed a rough error. Beyond that,
   * lattices that are fine enough take longer than samples.
   */
  private static final double MOST_OFF = 30;

  /** Greatest work for irregular regions, in visited numbers: a few tenths of a second. */
  private static final double MOST_WORK = 3.5e7;

  /** Greatest number of evaluations of all laws together: about a second. */
  private static final double MOST_EVALUATIONS = 1e7;

  /** Cells of the lattices from which samples of regions are drawn. */
  private static final int SAMPLED_CELLS = 1024;

  /** Number of shapes above which lattices take longer than samples. */
  private static final int MOST_SHAPES = 2048;

  /**
   * Factor by which reduction must shrink a graph to be used for sampling, because computing a
   * region's distribution takes as long as hundreds of its samples.
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
        ? new CutAnswer(checked, this::cut)
        : checked(sampled(", as it is too irregular for lattices"));
  }

  /** Extends the range of the mean to its lower bound, the longest path of means. */
  private Answer checked(Answer answer) {
    return problem.hasMean() ? BoundedAnswer.of(answer, new Bounds(problem).meanPath()) : answer;
  }

  /** Returns what was cut off from the laws of all activities of all instances. */
  private Cut cut() {
    if (!problem.hasMean()) {
      return Cut.NONE;
    }
    Map<Integer, Long> counts =
        IntStream.of(problem.leaf).boxed().collect(groupingBy(shape -> shape, counting()));
    Cut all = Cut.NONE;
    for (Map.Entry<Integer, Long> each : counts.entrySet()) {
      Law law = Laws.finishing(problem.shapes.law(each.getKey()));
      all = all.plus(Cut.of(law, problem.tail()).times(each.getValue()));
    }
    return all.times(problem.instances());
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

  /**
   * Whether lattices are tried. Samples of an irregular workflow are cheaper if a rough error
   * suffices.
   */
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

  /**
   * Whether the integrals of a curve are affordable. A combination of laws with many values has
   * jumps at the times of all of them.
   */
  private boolean isAffordable(Curve curve) {
    return Integrals.evaluations(curve) * problem.shapes.size() <= MOST_EVALUATIONS;
  }

  /**
   * Computes the answer on lattices; returns null if there is no method for some irregular region,
   * or if it would take too long.
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

  /**
   * Returns the error that lattices must reach; it is larger for irregular regions, whose lattices
   * take much longer.
   */
  private double latticeError(Irregulars irregulars) {
    double wanted = problem.options.accuracy().least();
    if (irregulars.safety() > 1) {
      return Math.max(LATTICE_ERROR, IRREGULAR_MARGIN * wanted);
    }
    return wanted <= ROUGH ? LATTICE_ERROR : MARGIN * wanted;
  }

  /** Whether samples would reach the requested error sooner. */
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
   * Answers by sampling.
   *
   * @param why why the answer is not computed, appended to the name of the method; may be empty
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

  /** Returns the tables to draw from; distributions of regions are computed first. */
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
