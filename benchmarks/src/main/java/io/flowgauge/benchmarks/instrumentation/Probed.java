package io.flowgauge.benchmarks.instrumentation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/** The program {@code benchmarks/c/probed.c}, running. Not thread-safe. */
final class Probed implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;
  private final Writer commands;

  /** Starts the program, behind another command unless {@code before} is empty. */
  Probed(Path program, int threads, List<String> before) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(program.toString(), "" + threads));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    answers = process.inputReader();
    commands = process.outputWriter();
    if (!"ready".equals(answers.readLine())) {
      throw new IOException("cannot start " + command);
    }
  }

  /** Compiles the program. */
  static Path build(Path source, Path folder) throws IOException, InterruptedException {
    Path program = folder.resolve("probed");
    List<String> command =
        List.of("gcc", "-std=gnu11", "-O2", "-pthread", "" + source, "-o", "" + program);
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException("gcc ends with " + status);
    }
    return program;
  }

  long pid() {
    return process.pid();
  }

  /** Measures the processor time of a call in nanoseconds, for each batch of calls. */
  List<Double> measure(String way, int millis) {
    List<Double> all = new ArrayList<>();
    ask("measure " + way + " " + millis)
        .forEach(line -> all.add(Double.valueOf(line.substring(3))));
    return all;
  }

  List<String> ask(String command) {
    try {
      commands.write(command + "\n");
      commands.flush();
      List<String> lines = new ArrayList<>();
      for (String line = answers.readLine(); !".".equals(line); line = answers.readLine()) {
        if (line == null) {
          throw new IOException("the measured program has ended");
        }
        lines.add(line);
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the value below which a fraction of all values lie. */
  static double quantile(List<Double> values, double fraction) {
    double[] all = values.stream().mapToDouble(Double::doubleValue).toArray();
    return Quantile.withDefaults().evaluate(all, fraction);
  }

  static double median(double[] values) {
    return Median.withDefaults().withCopy(true).evaluate(values);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
