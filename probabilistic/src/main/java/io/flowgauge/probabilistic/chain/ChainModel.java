package io.flowgauge.probabilistic.chain;

import static java.util.Objects.requireNonNull;

import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MakespanTable;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Sweep;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.answer.LoadedAnswer;
import io.flowgauge.probabilistic.answer.SiteLoad;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.order.Fineness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Predicts the makespan of services in a row, the model of [Glatard]. Immutable and thread-safe.
 */
public final class ChainModel implements ChainPrediction {
  private static final double LEAST_ERROR = 1e-9;
  private static final double DEFAULT_ERROR = LEAST_ERROR;

  private final List<ChainPath> paths;
  private final Mode mode;
  private final long count;
  private final Optional<SiteLoad> load;
  private final double relativeError;
  private final SumCache sums;

  private ChainModel(
      List<ChainPath> paths,
      Mode mode,
      long count,
      Optional<SiteLoad> load,
      double relativeError,
      SumCache sums) {
    this.paths = List.copyOf(paths);
    this.mode = mode;
    this.count = count;
    this.load = load;
    this.relativeError = relativeError;
    this.sums = sums;
  }

  /** Returns a prediction without services. */
  public static ChainPrediction empty() {
    return new ChainModel(List.of(), Mode.DSP, 1, Optional.empty(), DEFAULT_ERROR, new SumCache());
  }

  @Override
  public ChainPrediction path(String name) {
    requireNonNull(name, "name");
    if (paths.stream().anyMatch(path -> path.name().equals(name))) {
      throw new IllegalArgumentException(
          "paths must have different names, but there is already a path " + name);
    }
    List<ChainPath> more = new ArrayList<>(paths);
    more.add(ChainPath.named(name));
    return with(more);
  }

  @Override
  public ChainPrediction services(int services, Law latency) {
    Law law = Laws.latency("latency", latency);
    Arguments.requireCount("services", services);
    return withLast(last().plus(services, 0, law));
  }

  @Override
  public ChainPrediction service(double serviceSeconds, Law latency) {
    Law law = Laws.latency("latency", latency);
    return withLast(last().plus(1, Arguments.requireTime("service time", serviceSeconds), law));
  }

  @Override
  public ChainPrediction serviceTimes(double... seconds) {
    requireNonNull(seconds, "seconds");
    ChainPath path = last();
    if (seconds.length != path.size()) {
      throw new IllegalArgumentException(
          "serviceTimes must have one time for each of the "
              + path.size()
              + " services, but has "
              + seconds.length);
    }
    double sum = Arrays.stream(seconds).map(r -> Arguments.requireTime("service time", r)).sum();
    return withLast(path.withServiceSeconds(sum));
  }

  @Override
  public ChainPrediction mode(Mode newMode) {
    return new ChainModel(paths, requireNonNull(newMode, "mode"), count, load, relativeError, sums);
  }

  @Override
  public ChainPrediction dataSegments(long newCount) {
    return new ChainModel(
        paths, mode, Arguments.requireCount("dataSegments", newCount), load, relativeError, sums);
  }

  @Override
  public ChainPrediction relativeError(double relative) {
    if (!(relative >= LEAST_ERROR && relative < 1)) {
      throw new IllegalArgumentException(
          "relativeError must be in [" + LEAST_ERROR + ", 1), but is " + relative);
    }
    return new ChainModel(paths, mode, count, load, relative, sums);
  }

  private Fineness fineness() {
    return relativeError < TailSum.QUICK_ERROR ? Fineness.FULL : Fineness.QUICK;
  }

  @Override
  public ChainPrediction siteLoad(Law factor) {
    Law law = Arguments.requireSiteLoad(Laws.known(requireNonNull(factor, "factor")));
    Optional<SiteLoad> made = Optional.of(new SiteLoad(law));
    return new ChainModel(paths, mode, count, made, relativeError, sums);
  }

  private ChainPath last() {
    return paths.isEmpty() ? ChainPath.named("") : paths.get(paths.size() - 1);
  }

  private ChainModel withLast(ChainPath path) {
    List<ChainPath> changed = new ArrayList<>(paths);
    if (!changed.isEmpty()) {
      changed.remove(changed.size() - 1);
    }
    changed.add(path);
    return with(changed);
  }

  private ChainModel with(List<ChainPath> newPaths) {
    return new ChainModel(newPaths, mode, count, load, relativeError, sums);
  }

  @Override
  public ChainForecast forecast() {
    return forecast(count);
  }

  private ChainForecast forecast(long segments) {
    checkServices();
    ChainForecast critical = null;
    for (ChainPath path : paths) {
      ChainForecast each = forecast(path, segments);
      critical = critical == null || each.mean() > critical.mean() ? each : critical;
    }
    return critical;
  }

  private void checkServices() {
    if (paths.isEmpty()) {
      throw new IllegalStateException("there is no service to predict; add one with service(...)");
    }
    for (ChainPath path : paths) {
      if (path.size() == 0) {
        throw new IllegalStateException("path \"" + path.name() + "\" has no service");
      }
    }
  }

  private ChainForecast forecast(ChainPath path, long segments) {
    Answer alone = path.variation().answer(mode, segments, sums, fineness());
    Answer loaded = load.<Answer>map(z -> new LoadedAnswer(alone, z)).orElse(alone);
    double deterministic = path.deterministicSeconds() * load.map(z -> z.law().mean()).orElse(1.0);
    return new PathForecast(path.name(), loaded, deterministic, segments * deterministic);
  }

  @Override
  public MakespanTable table() {
    checkServices();
    return new ChainTable(
        paths.stream().map(this::table).toList(), paths.stream().map(ChainPath::name).toList());
  }

  private PathTable table(ChainPath path) {
    PathTable alone = path.variation().table(mode, fineness());
    return load.<PathTable>map(z -> count -> new LoadedAnswer(alone.at(count), z)).orElse(alone);
  }

  @Override
  public Sweep sweep(long... dataSegments) {
    if (requireNonNull(dataSegments, "dataSegments").length == 0) {
      throw new IllegalArgumentException(
          "sweep needs at least one number of data segments, but none is given");
    }
    SortedMap<Long, ChainForecast> all = new TreeMap<>();
    for (long segments : dataSegments) {
      all.put(Arguments.requireCount("dataSegments", segments), forecast(segments));
    }
    return new ChainSweep(all);
  }

  @Override
  public String toString() {
    return "ChainPrediction[" + paths.size() + " paths, " + mode + ", " + count + " data segments]";
  }
}
