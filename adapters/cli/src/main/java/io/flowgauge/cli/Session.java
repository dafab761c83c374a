package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.terminal.FallbackWriter;
import io.flowgauge.cli.terminal.NamedInput;
import io.flowgauge.cli.terminal.PipeStream;
import io.flowgauge.cli.terminal.Progress;
import io.flowgauge.cli.terminal.Terminal;
import io.flowgauge.history.History;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.ReadProgress;
import io.flowgauge.trace.RunSource;
import io.flowgauge.trace.TraceFormatException;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** The streams a command works with. Not thread-safe. */
public final class Session {
  /** States which command reads a saved history, for messages. */
  public static final String MODEL_READER = "only predict --history reads it";

  /** Name of standard input in messages, and of a run in it that has no name. */
  public static final String STANDARD_NAME = "standard input";

  /**
   * Stands for standard input in place of a file to be read, and for standard output in place of a
   * file to be written.
   */
  public static final Path STANDARD = Path.of("-");

  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;
  private final Writer text;
  private final PrintWriter errors;
  private final Charset charset;
  private final boolean isInteractive;
  private final boolean isScreen;
  private final boolean showsProgress;
  private final boolean showsTraces;
  private final Supplier<Providers> providers;
  private Optional<Path> copy = Optional.empty();

  /** Creates a session without a terminal. */
  public Session(InputStream in, OutputStream out, OutputStream err, Charset charset) {
    this(in, out, err, charset, Providers::installed);
  }

  /**
   * Creates a session without a terminal, with other providers of instrumentation than those
   * installed.
   *
   * @param providers returns the providers when a command needs them
   */
  public Session(
      InputStream in,
      OutputStream out,
      OutputStream err,
      Charset charset,
      Supplier<Providers> providers) {
    this(in, out, err, charset, providers, false, false, false);
  }

  Session(
      InputStream in,
      OutputStream out,
      OutputStream err,
      Charset charset,
      Supplier<Providers> providers,
      boolean isInteractive,
      boolean isScreen,
      boolean showsProgress) {
    this.in = new NamedInput(STANDARD_NAME, in);
    this.out = new PipeStream("standard output", new BufferedOutputStream(out));
    this.err = err;
    this.text = writer(this.out, charset);
    this.errors = new PrintWriter(writer(err, charset), true);
    this.charset = charset;
    this.providers = providers;
    this.isInteractive = isInteractive;
    this.isScreen = isScreen;
    this.showsProgress = showsProgress;
    this.showsTraces = !System.getenv().getOrDefault("FLOWGAUGE_DEBUG", "").isEmpty();
  }

  /**
   * Creates a session with the streams of this process, which detects whether they are terminals.
   */
  static Session ofProcess() {
    return new Session(
        System.in,
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        Terminal.isOutput() ? Terminal.charset() : UTF_8,
        Providers::installed,
        Terminal.isInput() && Terminal.isOutput(),
        Terminal.isScreen(),
        Terminal.isErrorScreen());
  }

  private static Writer writer(OutputStream out, Charset charset) {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, charset));
    return charset.equals(UTF_8) ? writer : new FallbackWriter(writer, charset);
  }

  public InputStream in() {
    return in;
  }

  /** Standard input as text. */
  public BufferedReader lines() {
    return new BufferedReader(new InputStreamReader(in, charset));
  }

  /** Standard output for text; a closed pipe makes it throw {@link ClosedPipeException}. */
  public Writer text() {
    return text;
  }

  /** Standard output for bytes, like {@link #text()}; closing it only flushes. */
  public OutputStream bytes() {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    };
  }

  /** Standard output for code that prints; it does not notice a closed pipe. */
  public PrintStream out() {
    return new PrintStream(out, true, charset);
  }

  /** Standard error for code that prints. */
  public PrintStream err() {
    return new PrintStream(err, true, charset);
  }

  /** Standard error, a line at a time. */
  public PrintWriter errors() {
    return errors;
  }

  /** Returns the charset of text output. */
  public Charset charset() {
    return charset;
  }

  /** Whether both standard input and standard output are terminals. */
  public boolean isInteractive() {
    return isInteractive;
  }

  /** Whether standard output is a terminal whose cursor can be moved. */
  public boolean isScreen() {
    return isScreen;
  }

  /** Loads the providers of instrumentation. */
  public Providers providers() {
    return providers.get();
  }

  /**
   * Reports a failure in a line on standard error, after its stack trace if stack traces are
   * enabled.
   */
  public void report(Throwable failure) {
    if (showsTraces) {
      failure.printStackTrace(errors);
    }
    String message = Failure.message(failure);
    // Names standard input rather than its copy.
    String shown =
        copy.map(file -> message.replace(file.toString(), STANDARD_NAME)).orElse(message);
    say(shown);
  }

  /** Prints a message in a line on standard error. */
  public void say(String message) {
    errors.println("flowgauge: " + Failure.oneLine(message));
  }

  /** Work that may fail. */
  public interface Work<T> {
    T done() throws IOException;
  }

  /** Does some work, showing progress on a terminal if it takes long. */
  public <T> T during(String what, Work<T> work) throws IOException {
    return during(what, OptionalDouble::empty, work);
  }

  private <T> T during(String what, Supplier<OptionalDouble> share, Work<T> work)
      throws IOException {
    if (!showsProgress) {
      return work.done();
    }
    Progress progress = new Progress(errors, what, share);
    try {
      return work.done();
    } finally {
      progress.end();
    }
  }

  /** Reads a run; if that takes long, shows the progress on a terminal. */
  private <T> T withReadProgress(Path path, Work<T> work) throws IOException {
    ReadProgress progress = new ReadProgress();
    return during("reading " + shown(path), progress::share, () -> progress.during(work::done));
  }

  /**
   * Returns the file or folder to read; for {@code -}, a file with all of standard input, which can
   * be read only once.
   */
  public Path input(Path path) throws IOException {
    if (!path.equals(STANDARD)) {
      return path;
    }
    if (copy.isPresent()) {
      throw new WrongUsageException("standard input, -, can be given only once");
    }
    Path folder = Files.createTempDirectory("flowgauge");
    Path file = folder.resolve(STANDARD_NAME); // A run without a name is named after its file.
    folder.toFile().deleteOnExit(); // Files are deleted in reverse order: the file first.
    copy = Optional.of(file);
    copy(STANDARD_NAME, in, file);
    return file;
  }

  /**
   * Copies an input to a file that is deleted when this process ends; the error for a full disk
   * names the copy.
   */
  public static void copy(String name, InputStream in, Path file) throws IOException {
    file.toFile().deleteOnExit();
    String shown = "copy of " + name + " in " + file.getParent();
    try (OutputStream out = new PipeStream(shown, Files.newOutputStream(file))) {
      in.transferTo(out);
    }
  }

  /** Returns the files or folders to read, as {@link #input} does. */
  public Path[] inputs(List<Path> paths) throws IOException {
    Path[] inputs = new Path[paths.size()];
    for (int i = 0; i < inputs.length; i++) {
      inputs[i] = input(paths.get(i));
    }
    return inputs;
  }

  /** Finds the runs in files and folders; if that takes long, says so on a terminal. */
  public List<RunSource> runsIn(Path... paths) throws IOException {
    String where = paths.length == 1 ? shown(paths[0]) : paths.length + " files and folders";
    return during("looking for runs in " + where, () -> Flowgauge.runsIn(paths));
  }

  /** Returns the name of an input for messages. */
  public String shown(Path input) {
    return copy.equals(Optional.of(input)) ? STANDARD_NAME : input.toString();
  }

  /** Reads the run in a file or folder. */
  public WorkflowRun read(Path path) throws IOException {
    try {
      return withReadProgress(path, () -> Flowgauge.read(path));
    } catch (TraceFormatException e) {
      requireRuns(path, MODEL_READER);
      throw e;
    }
  }

  /**
   * Refuses a file with a saved history, which resembles a run.
   *
   * @param instead what the file can be used for
   */
  public void requireRuns(Path path, String instead) throws IOException {
    if (History.isSaved(path)) {
      throw new WrongUsageException(
          shown(path) + " was written by learn and holds no runs: " + instead);
    }
  }

  /** Reads a run to analyse; refuses one without activities, such as a trace just begun. */
  public WorkflowRun readAnalysable(Path path) throws IOException {
    return requireActivities(path, read(path));
  }

  /** Reads the run of a source to analyse; refuses one without activities. */
  public WorkflowRun readAnalysable(RunSource source) throws IOException {
    return requireActivities(source.path(), withReadProgress(source.path(), source::read));
  }

  private static WorkflowRun requireActivities(Path path, WorkflowRun run)
      throws TraceFormatException {
    if (run.workflow().activityCount() == 0) {
      throw new TraceFormatException(path.toString(), "", "no activity", "a run with at least one");
    }
    return run;
  }

  public void flush() throws IOException {
    text.flush();
    errors.flush();
  }
}
