package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.instrumentation.InstrumentationProvider;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.List;

/** The outcome of a command: its exit status and its output. */
public record Outcome(int status, String out, String err) {

  public static Outcome of(String... args) {
    return ofInput("", UTF_8, args);
  }

  public static Outcome ofInput(String input, Charset charset, String... args) {
    var in = new ByteArrayInputStream(input.getBytes(charset));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status = Main.run(args, new Session(in, out, err, charset));
    return new Outcome(status, out.toString(charset), err.toString(charset));
  }

  /** Runs a command with the given instrumentation providers. */
  public static Outcome with(List<InstrumentationProvider> providers, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    Session session =
        new Session(
            new ByteArrayInputStream(new byte[0]), out, err, UTF_8, () -> new Providers(providers));
    int status = Main.run(args, session);
    return new Outcome(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  public List<String> errors() {
    return err.lines().toList();
  }
}
