package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.MakespanTable;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.order.MomentTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Tables of all paths; the path with the greatest mean is critical. */
final class ChainTable implements MakespanTable {
  /** Relative error of interpolation between the finest nodes. */
  static final double FINE_ERROR = 1e-9;

  private final List<PathTable> paths;
  private final List<String> names;

  ChainTable(List<PathTable> paths, List<String> names) {
    this.paths = List.copyOf(paths);
    this.names = List.copyOf(names);
  }

  private int critical(long count) {
    if (count < 1 || count > MomentTable.MAX_COUNT) {
      throw new IllegalArgumentException(
          "dataSegments must be from 1 to " + MomentTable.MAX_COUNT + ", but is " + count);
    }
    int critical = 0;
    for (int k = 1; k < paths.size(); k++) {
      critical = answer(k, count).mean() > answer(critical, count).mean() ? k : critical;
    }
    return critical;
  }

  private Answer answer(int path, long count) {
    return paths.get(path).at((double) count);
  }

  private Answer answer(long count) {
    return answer(critical(count), count);
  }

  @Override
  public double mean(long dataSegments) {
    return answer(dataSegments).mean();
  }

  @Override
  public double sd(long dataSegments) {
    return answer(dataSegments).sd();
  }

  @Override
  public double quantile(long dataSegments, double p) {
    double level = Arguments.requireProbability(p);
    return answer(dataSegments).quantile(level);
  }

  @Override
  public double probabilityWithin(long dataSegments, double deadlineSeconds) {
    double deadline = Arguments.requireDeadline(deadlineSeconds);
    return answer(dataSegments).cdf(deadline);
  }

  @Override
  public Optional<String> criticalPath(long dataSegments) {
    String name = names.get(critical(dataSegments));
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  @Override
  public String method() {
    return answer(0, 1).method();
  }

  /** Returns the answer of each path for one data segment; errors are the same for every number. */
  private Stream<Answer> firsts() {
    return paths.stream().map(path -> path.at(1));
  }

  @Override
  public ForecastError.Kind errorKind() {
    return firsts().map(Answer::kind).max(Enum::compareTo).orElseThrow();
  }

  @Override
  public double relativeError() {
    return firsts().mapToDouble(Answer::relativeError).max().orElseThrow();
  }

  @Override
  public double absoluteErrorSeconds() {
    return firsts().mapToDouble(Answer::absoluteError).max().orElseThrow();
  }

  @Override
  public String toString() {
    return "MakespanTable["
        + paths.size()
        + " paths, "
        + method()
        + ", to "
        + relativeError()
        + "]";
  }
}
