package io.flowgauge.benchmarks.table;

import io.flowgauge.analysis.Measured;
import io.flowgauge.resources.HostQuantity;
import io.flowgauge.resources.ResourceMonitor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The program of {@code benchmarks/run}: measures on an idle machine, keeps JMH's results as JSON,
 * and prints them as a table; given earlier results, it lists what allocates more than it did then.
 * Times are not compared: they differ from day to day on shared machines.
 */
public final class PerformanceTable {
  private static final double BUSY = 0.05;
  private static final Duration LOOKED = Duration.ofSeconds(5);

  /** A difference of fewer bytes is noise: allocations that are spread over many operations. */
  private static final double FEW_BYTES = 16;

  private static final double MORE = 1.1;

  private PerformanceTable() {}

  /**
   * Measures, or shows.
   *
   * @param args {@code run FILE} or {@code show FILE}, and perhaps a file of earlier results
   */
  public static void main(String[] args) throws IOException, RunnerException, InterruptedException {
    Path file = Path.of(args[1]);
    if (args[0].equals("run")) {
      Optional<String> busy = whyBusy();
      if (busy.isPresent()) {
        System.err.println("benchmarks/run: " + busy.get());
        System.exit(1);
      }
      write(measure(), file);
    }
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Results results = Results.read(file);
    table(results).forEach(out::println);
    if (args.length > 2) {
      Path earlier = Path.of(args[2]);
      worse(results, Results.read(earlier)).forEach(line -> out.println("WARNING: " + line));
    }
  }

  /** Returns why nothing can be measured now; empty if it can. */
  private static Optional<String> whyBusy() throws InterruptedException {
    Measured share;
    try (ResourceMonitor monitor = ResourceMonitor.builder().interval(LOOKED).open()) {
      // The first sample, at once, has nothing to compare with.
      Thread.sleep(LOOKED.plusSeconds(1).toMillis());
      share =
          monitor
              .latest()
              .map(sample -> sample.host().value(HostQuantity.CPU_BUSY))
              .orElse(Measured.absent("no sample was taken"));
    }
    if (!share.isMeasured()) {
      return Optional.of("whether the machine is busy is not known: " + share);
    }
    return share.value() <= BUSY
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the machine is busy for %.0f %% of the time, %.0f %% at most are allowed",
                100 * share.value(),
                100 * BUSY));
  }

  private static List<RunResult> measure() throws RunnerException {
    List<RunResult> results = new ArrayList<>();
    for (Section section : Section.all()) {
      ChainedOptionsBuilder options =
          new OptionsBuilder()
              .forks(section.forks())
              .shouldFailOnError(true)
              .addProfiler(GCProfiler.class);
      section.benchmarks().forEach(name -> options.include(name.replace(".", "\\.") + "$"));
      section
          .parameters()
          .forEach((name, values) -> options.param(name, values.toArray(String[]::new)));
      results.addAll(new Runner(options.build()).run());
    }
    return results;
  }

  private static void write(List<RunResult> results, Path file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
    }
    Results.write(bytes.toByteArray(), file);
  }

  /** Returns the results as lines of Markdown. */
  static List<String> table(Results results) {
    List<String> lines = new ArrayList<>();
    for (Section section : Section.all()) {
      lines.add("| " + section.title() + " | Flowgauge | baseline | ratio | goal |");
      lines.add("|---|---|---|---|---|");
      section.rows().forEach(row -> line(row, results).ifPresent(lines::add));
      lines.add("");
    }
    return lines;
  }

  private static Optional<String> line(Section.Row row, Results results) {
    return results
        .of(row.ours())
        .map(
            ours -> {
              Optional<Figure> baseline = row.baseline().flatMap(results::of);
              return "| "
                  + String.join(
                      " | ",
                      row.what(),
                      ours.toString(),
                      baseline.map(other -> row.than() + ", " + other).orElse(""),
                      baseline.map(ours::ratioTo).orElse(""),
                      row.goal())
                  + " |";
            });
  }

  /** Returns a line for each figure that allocates more than it did. */
  static List<String> worse(Results now, Results earlier) {
    List<String> lines = new ArrayList<>();
    for (Section section : Section.all()) {
      for (Section.Row row : section.rows()) {
        double bytes = now.of(row.ours()).map(Figure::allocated).orElse(Double.NaN);
        double before = earlier.of(row.ours()).map(Figure::allocated).orElse(Double.NaN);
        if (bytes > MORE * before && bytes > before + FEW_BYTES) {
          lines.add(
              String.format(
                  Locale.ROOT,
                  "%s: %s allocates %.0f bytes, was %.0f",
                  section.title(),
                  row.what(),
                  bytes,
                  before));
        }
      }
    }
    return lines;
  }
}
