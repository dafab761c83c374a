package io.flowgauge.instrumentation.nativeprovider.programs;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A program that answers each number with a line of values. Not thread-safe. */
final class Questioned implements Closeable {
  private final Process process;
  private final BufferedReader out;

  Questioned(Path program) throws IOException {
    process = new ProcessBuilder(program.toString()).start();
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  long pid() {
    return process.pid();
  }

  void begin(int number) throws IOException {
    say("" + number);
  }

  void say(String line) throws IOException {
    OutputStream in = process.getOutputStream();
    in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  List<String> values() throws IOException {
    return Arrays.asList(out.readLine().split(" "));
  }

  /** Whether there are values that have not been read yet. */
  boolean hasAnswered() throws IOException {
    return out.ready();
  }

  /** Asks for the values and returns one of them. */
  String value(int field) throws IOException {
    begin(0);
    return values().get(field);
  }

  void end() throws Exception {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.destroyForcibly();
  }
}
