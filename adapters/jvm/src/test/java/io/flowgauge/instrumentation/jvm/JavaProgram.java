package io.flowgauge.instrumentation.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A Java program in its own virtual machine that exchanges lines with the test. */
final class JavaProgram implements AutoCloseable {
  /** Folder of the test programs' classes. */
  static final Path CLASSES = classes();

  private final Process process;
  private final PrintStream in;
  private final BufferedReader out;

  private JavaProgram(ProcessBuilder builder) throws IOException {
    process = builder.start();
    in = new PrintStream(process.getOutputStream(), true, UTF_8);
    out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Decodes the location, as a checkout's path may contain blanks and any letters. */
  private static Path classes() {
    try {
      return Path.of(JavaProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the path of this virtual machine's {@code java} command. */
  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /**
   * Returns the command of a test program: options of the virtual machine, a class, its arguments.
   */
  static List<String> command(List<String> options, Class<?> main, String... arguments) {
    return command(options, CLASSES, main, arguments);
  }

  /** Returns the command of a test program whose classes are in the given folder. */
  static List<String> command(
      List<String> options, Path classes, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>(List.of(java(), "-Xmx128m", "-XX:TieredStopAtLevel=4"));
    command.addAll(options);
    command.addAll(List.of("-cp", classes.toString(), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  static JavaProgram start(Class<?> main, String... arguments) throws IOException {
    return start(command(List.of(), main, arguments));
  }

  static JavaProgram start(List<String> command) throws IOException {
    return new JavaProgram(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD));
  }

  /** Starts a program whose standard error goes to a file. */
  static JavaProgram start(List<String> command, Path errors) throws IOException {
    return new JavaProgram(new ProcessBuilder(command).redirectError(errors.toFile()));
  }

  long pid() {
    return process.pid();
  }

  Process process() {
    return process;
  }

  void say(String line) {
    in.println(line);
  }

  /** Returns the next line; null at the end. */
  String line() throws IOException {
    return out.readLine();
  }

  /** Sends a line and returns the line that answers it. */
  String ask(String line) throws IOException {
    say(line);
    return line();
  }

  /** Waits for the program's end and returns its exit code. */
  int await() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("process " + pid() + " does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
      in.close();
      out.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      return; // It has ended.
    }
  }
}
