package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A running program that obeys the commands of {@code target.h}. Not thread-safe. */
final class Target implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final String END = ".";

  private final Process process;
  private final Path errors;
  private final BufferedReader answers;
  private final Writer commands;
  private final ExecutorService reader = Executors.newSingleThreadExecutor(Target::daemon);

  private Target(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "answers");
    thread.setDaemon(true);
    return thread;
  }

  /** The answer to a command. */
  record Answer(String text) {
    /** Returns the part that must be the same with and without sensors. */
    String fixed() {
      return text.lines().filter(line -> !line.startsWith("varies ")).toList().toString();
    }

    /** Returns the calls that ended, by function. */
    Map<String, Long> counts() {
      return numbers("count ");
    }

    /** Returns the values that may differ from run to run. */
    Map<String, Long> varying() {
      return numbers("varies ");
    }

    private Map<String, Long> numbers(String head) {
      Map<String, Long> all = new LinkedHashMap<>();
      text.lines()
          .filter(line -> line.startsWith(head))
          .map(line -> line.split(" ", -1))
          .forEach(words -> all.put(words[1], Long.valueOf(words[2])));
      return all;
    }
  }

  /** Starts a command and waits until it reports that it is ready. */
  static Target start(Map<String, String> environment, List<String> command) throws Exception {
    Path errors = Files.createTempFile("target", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(Built.folder()).redirectError(errors.toFile());
    builder.environment().putAll(environment);
    Target target = new Target(builder.start(), errors);
    String first = target.line();
    assertThat(first).as(() -> command + ": " + target.complaints()).isEqualTo("ready");
    return target;
  }

  static Target start(Path program, int threads) throws Exception {
    return start(Map.of(), List.of(program.toString(), "" + threads));
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  Answer run(int rounds) throws Exception {
    return ask("run " + rounds);
  }

  Answer ask(String command) throws Exception {
    say(command);
    return answer();
  }

  void say(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
  }

  Answer answer() throws Exception {
    StringBuilder text = new StringBuilder();
    for (String line = line(); !line.equals(END); line = line()) {
      text.append(line).append('\n');
    }
    return new Answer(text.toString());
  }

  private String line() throws Exception {
    try {
      String line = reader.submit(answers::readLine).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      assertThat(line).as(() -> "the program has ended: " + end() + complaints()).isNotNull();
      return line;
    } catch (TimeoutException e) {
      throw new AssertionError(
          "no answer within " + PATIENCE_SECONDS + " s; " + ProcessFiles.states(pid()), e);
    } catch (ExecutionException e) {
      throw new AssertionError("the program's output broke off: " + complaints(), e);
    }
  }

  private String end() {
    try {
      return process.waitFor(5, TimeUnit.SECONDS) ? "status " + process.exitValue() + " " : "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Returns what the program wrote to standard error. */
  String complaints() {
    try {
      return Files.readString(errors, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Tells the program to end and returns its exit status. */
  int quit() throws Exception {
    say("quit");
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as(() -> "ends; " + ProcessFiles.states(pid()))
        .isTrue();
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    reader.shutdownNow();
    Files.deleteIfExists(errors);
  }
}
