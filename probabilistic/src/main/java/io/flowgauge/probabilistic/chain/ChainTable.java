package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.MakespanTable;
import io.flowgauge.probabilistic.answer.CheckedForecast;
import io.flowgauge.probabilistic.order.MomentTable;
import java.util.List;
import java.util.Optional;

/** Tables of all paths, of which the one of the greatest mean is critical. */
final class ChainTable implements MakespanTable {
  /** Of interpolation between the finest nodes. */
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
      critical =
          paths.get(k).mean((double) count) > paths.get(critical).mean((double) count)
              ? k
              : critical;
    }
    return critical;
  }

  private PathTable path(long count) {
    return paths.get(critical(count));
  }

  @Override
  public double mean(long dataSegments) {
    return path(dataSegments).mean((double) dataSegments);
  }

  @Override
  public double sd(long dataSegments) {
    return path(dataSegments).sd((double) dataSegments);
  }

  @Override
  public double quantile(long dataSegments, double p) {
    double level = CheckedForecast.requireProbability(p);
    return path(dataSegments).quantile((double) dataSegments, level);
  }

  @Override
  public double probabilityWithin(long dataSegments, double deadlineSeconds) {
    double deadline = CheckedForecast.requireDeadline(deadlineSeconds);
    return path(dataSegments).probabilityWithin((double) dataSegments, deadline);
  }

  @Override
  public Optional<String> criticalPath(long dataSegments) {
    String name = names.get(critical(dataSegments));
    return name.isEmpty() ? Optional.empty() : Optional.of(name);
  }

  @Override
  public String method() {
    return paths.get(0).method();
  }

  @Override
  public ForecastError.Kind errorKind() {
    return paths.stream().map(PathTable::errorKind).max(Enum::compareTo).orElseThrow();
  }

  @Override
  public double relativeError() {
    return paths.stream().mapToDouble(PathTable::relativeError).max().orElseThrow();
  }

  @Override
  public double absoluteErrorSeconds() {
    return paths.stream().mapToDouble(PathTable::absoluteError).max().orElseThrow();
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
