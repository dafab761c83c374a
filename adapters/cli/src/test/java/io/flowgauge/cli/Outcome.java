package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.List;

/** What a command did: its exit status and what it printed. */
record Outcome(int status, String out, String err) {

  static Outcome of(String... args) {
    return ofInput("", UTF_8, args);
  }

  static Outcome ofInput(String input, Charset charset, String... args) {
    var in = new ByteArrayInputStream(input.getBytes(charset));
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status = Main.run(args, new Session(in, out, err, charset));
    return new Outcome(status, out.toString(charset), err.toString(charset));
  }

  List<String> errors() {
    return err.lines().toList();
  }
}
