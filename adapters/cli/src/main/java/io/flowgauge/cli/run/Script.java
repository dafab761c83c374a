package io.flowgauge.cli.run;

import static java.util.stream.Collectors.joining;

import io.flowgauge.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.UnresolvedReferenceException;

/**
 * Runs Java code from a pipe, each piece as soon as its last line has been read, up to the first
 * that fails. Not thread-safe.
 */
final class Script implements AutoCloseable {
  private static final Pattern EXIT = Pattern.compile("/exit(?:\\s+(\\d{1,3}))?");

  private static final int MOST = 255;

  private final JShell shell;
  private int lines;
  private String open = "";
  private int openSince;
  private volatile boolean hasEnded;

  /**
   * Starts a virtual machine for a script.
   *
   * @param classPath jars and folders, all at once, because adding each separately would start the
   *     compiler again
   * @param options for the virtual machine
   */
  Script(PrintStream out, PrintStream err, String classPath, String... options) {
    shell =
        JShell.builder()
            .in(InputStream.nullInputStream())
            .out(out)
            .err(err)
            .remoteVMOptions(options)
            .build();
    shell.addToClasspath(classPath);
    shell.onShutdown(ended -> hasEnded = true);
  }

  /**
   * Runs lines known to be correct, before the script.
   *
   * @throws IOException if one fails nevertheless
   */
  void begin(List<String> snippets) throws IOException {
    for (String snippet : snippets) {
      evaluate(snippet);
    }
  }

  /**
   * Runs a script to its end.
   *
   * @return the exit status: that of {@code /exit}, else 0
   * @throws IOException if a piece of it fails, with its line and the reason
   */
  int run(BufferedReader script) throws IOException {
    for (String line = script.readLine(); line != null; line = script.readLine()) {
      lines++;
      if (open.isBlank() && line.strip().startsWith("/") && !isComment(line)) {
        return exit(line.strip());
      }
      if (open.isBlank()) {
        openSince = lines;
        open = "";
      }
      open += line + "\n";
      evaluateComplete();
    }
    if (!open.isBlank()) {
      evaluate(open);
    }
    return Main.DONE;
  }

  private static boolean isComment(String line) {
    return line.strip().startsWith("//") || line.strip().startsWith("/*");
  }

  private int exit(String command) throws IOException {
    openSince = lines;
    return status(command)
        .orElseThrow(
            () -> failure("found '" + command + "', expected Java, or /exit and 0 to " + MOST));
  }

  /**
   * Returns the exit status that a command requests, if it is valid; the system would truncate a
   * larger one, perhaps to 0.
   */
  static Optional<Integer> status(String command) {
    Matcher exit = EXIT.matcher(command);
    return exit.matches()
        ? Optional.of(exit.group(1) == null ? Main.DONE : Integer.parseInt(exit.group(1)))
            .filter(status -> status <= MOST)
        : Optional.empty();
  }

  /** Evaluates the complete pieces; a line may end one piece and begin another. */
  private void evaluateComplete() throws IOException {
    while (!open.isBlank()) {
      CompletionInfo info = shell.sourceCodeAnalysis().analyzeCompletion(open);
      Completeness completeness = info.completeness();
      if (completeness == Completeness.DEFINITELY_INCOMPLETE
          || completeness == Completeness.CONSIDERED_INCOMPLETE) {
        return;
      }
      String piece = completeness == Completeness.UNKNOWN ? open : info.source();
      String rest = completeness == Completeness.UNKNOWN ? "" : info.remaining();
      if (piece != null && !piece.isBlank()) {
        evaluate(piece);
      }
      if (rest.equals(open)) {
        return; // The rest is the beginning of a comment.
      }
      open = rest;
    }
  }

  private void evaluate(String piece) throws IOException {
    for (SnippetEvent event : shell.eval(piece)) {
      if (event.exception() != null) {
        throw failure(text(event.exception()));
      }
      if (event.status() == Snippet.Status.REJECTED) {
        throw failure(shell.diagnostics(event.snippet()).map(Script::text).collect(joining("; ")));
      }
    }
    if (hasEnded) {
      throw failure(
          "its virtual machine has ended, and its exit status is lost; end the script with /exit N"
              + " instead");
    }
  }

  private static String text(Diag problem) {
    return problem.getMessage(Locale.ROOT);
  }

  private static String text(JShellException thrown) {
    if (thrown instanceof UnresolvedReferenceException reference) {
      return "not defined yet: " + reference.getSnippet().source().strip();
    }
    String name =
        thrown instanceof EvalException exception
            ? exception.getExceptionClassName()
            : thrown.getClass().getName();
    return name + (thrown.getMessage() == null ? "" : ": " + thrown.getMessage());
  }

  private IOException failure(String why) {
    return new IOException("script, line " + openSince + ": " + why);
  }

  @Override
  public void close() {
    shell.close();
  }
}
