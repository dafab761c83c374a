package io.flowgauge.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.internal.NoNulls;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.LoggedRun;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Watches runs in progress: runs that an engine records in this process, runs posted to receivers,
 * and runs in growing files.
 *
 * <pre>{@code
 * try (LiveMonitor monitor = LiveMonitor.builder().earlier(lastWeek).open()) {
 *   RunRecorder recorder = monitor.recorder("2026-11-20/17", "montage");
 *   monitor.onChange(run -> System.out.println(run.name() + " has changed"));
 *   ...
 *   LiveRun run = monitor.run("2026-11-20/17").orElseThrow();
 *   run.view().orElseThrow().report().attribution();
 *   run.forecast().orElseThrow().remaining().orElseThrow().quantile(0.9);
 * }
 * }</pre>
 *
 * <p>Two threads look for changes: one about twenty times a second in recorders and event logs, one
 * less often in other files. Analyses run in the threads that ask for them. A call of a recorder
 * takes some tenths of a microsecond, or one or two microseconds with {@linkplain
 * LiveMonitorBuilder#logs logs}. Thread-safe.
 */
public final class LiveMonitor implements RunSink, Closeable {
  private static final String TRACES = "traces";

  private final LiveSettings settings;
  private final Optional<RunRoom> room;
  private final Map<String, LiveRun> runs = new LinkedHashMap<>();
  private final Map<String, RunRecorder> recorders = new HashMap<>();
  private final LiveListeners listeners = new LiveListeners();
  private final PostedTraces posted;
  private final Optional<RunJournal> journal;
  private final List<Poller> pollers;
  private boolean isClosed;

  LiveMonitor(LiveSettings settings, Optional<Path> logs, Optional<RunRoom> room)
      throws IOException {
    this.settings = settings;
    this.room = room;
    journal = logs.isEmpty() ? Optional.empty() : Optional.of(openJournal(logs.get()));
    posted = openPostedTraces(logs);
    for (PostedTrace trace : posted.all()) {
      add(trace.id(), trace.id(), FileFeed.posted(trace));
    }
    pollers =
        List.of(
            new Poller(run -> !run.isSlow(), this::runs, listeners::notifyChanged, this::makeRoom),
            new Poller(LiveRun::isSlow, this::runs, listeners::notifyChanged, () -> {}));
    pollers.forEach(Poller::start);
  }

  private PostedTraces openPostedTraces(Optional<Path> logs) throws IOException {
    try {
      return new PostedTraces(logs.map(folder -> folder.resolve(TRACES)));
    } catch (IOException e) {
      if (journal.isPresent()) {
        journal.get().close();
      }
      throw e;
    }
  }

  /**
   * Opens a monitor without history or logs.
   *
   * @return an open monitor
   */
  public static LiveMonitor open() {
    try {
      return builder().open();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Cannot happen: without logs, nothing is opened.
    }
  }

  /**
   * Starts the configuration of a monitor.
   *
   * @return a builder
   */
  public static LiveMonitorBuilder builder() {
    return new LiveMonitorBuilder();
  }

  private RunJournal openJournal(Path folder) throws IOException {
    Map<String, LoggedRun> found = new LinkedHashMap<>();
    Map<String, RecorderFeed> feeds = new HashMap<>();
    RunJournal opened =
        RunJournal.open(
            folder,
            run -> {
              RecorderFeed feed = new RecorderFeed(run.id(), Flowgauge.recorder(run.name()));
              found.put(run.id(), run);
              feeds.put(run.id(), feed);
              return feed.recorder();
            });
    try {
      for (LoggedRun run : found.values()) {
        RecorderFeed feed = feeds.get(run.id());
        add(run.id(), run.name(), feed);
        recorders.put(run.id(), opened.loggingRecorder(run.id(), run.name(), feed));
      }
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Starts or continues recording a run. Engines and receivers call this.
   *
   * @param id id of the run, different from that of any other run
   * @param name name of the run; if it is already being recorded, it keeps its first name
   * @return the recorder, which neither throws nor waits for analyses
   * @throws IllegalArgumentException if the id is empty, contains half of a surrogate pair, or
   *     belongs to a run that is followed or posted
   * @throws UncheckedIOException if a new event log is needed and cannot be opened
   */
  @Override
  public synchronized RunRecorder recorder(String id, String name) {
    Objects.requireNonNull(name, "name");
    checkId(id);
    RunRecorder known = recorders.get(id);
    if (known != null) {
      return known;
    }
    if (runs.containsKey(id)) {
      throw new IllegalArgumentException(
          "run " + id + " is already followed or posted, so it cannot be recorded");
    }
    RecorderFeed feed = new RecorderFeed(id, Flowgauge.recorder(name));
    RunRecorder recorder = withJournal(id, name, feed);
    add(id, name, feed);
    recorders.put(id, recorder);
    return recorder;
  }

  private static void checkId(String id) {
    if (Objects.requireNonNull(id, "id").isEmpty()) {
      throw new IllegalArgumentException("the id of a run must not be empty");
    }
    for (int k = 0; k < id.length(); k += Character.charCount(id.codePointAt(k))) {
      if (Character.getType(id.codePointAt(k)) == Character.SURROGATE) { // UTF-8 cannot encode it.
        throw new IllegalArgumentException(
            "the id of a run must be text, but its character %d is half of a surrogate pair: \\u%04x"
                .formatted(id.codePointCount(0, k) + 1, id.codePointAt(k)));
      }
    }
  }

  @Override
  public void append(String id, byte[] lines) throws IOException {
    checkId(id);
    Objects.requireNonNull(lines, "lines");
    PostedTrace trace;
    do {
      trace = postedTrace(id);
      try {
        trace.append(lines);
      } catch (IOException e) {
        run(id)
            .ifPresent(
                run -> run.setTrouble("what was posted could not be kept: " + e.getMessage()));
        throw e;
      }
    } while (!isWatched(id, trace)); // Otherwise forgotten meanwhile, together with the lines.
  }

  private synchronized PostedTrace postedTrace(String id) throws IOException {
    if (runs.containsKey(id) && !posted.has(id)) {
      throw new IllegalArgumentException(
          "run " + id + " is already recorded or followed, so it cannot be posted");
    }
    return posted.getOrCreate(id);
  }

  /** Whether a trace still belongs to a run; if so, the run is watched from now on. */
  private synchronized boolean isWatched(String id, PostedTrace trace) {
    boolean isCurrent = posted.isTraceOf(id, trace);
    if (isCurrent && !runs.containsKey(id)) {
      add(id, id, FileFeed.posted(trace));
    }
    return isCurrent;
  }

  private RunRecorder withJournal(String id, String name, RecorderFeed feed) {
    if (journal.isEmpty()) {
      return feed.recorder();
    }
    if (isClosed) {
      feed.setUnlogged();
      return feed.recorder();
    }
    try {
      return journal.get().loggingRecorder(id, name, feed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Follows a run in growing files of any readable format.
   *
   * @param path a file or folder
   * @param more further files of the same run
   * @return the run; the same object if the path is already followed
   * @throws IOException if there is no such file, or an event log cannot be read; a file that is
   *     not yet a run is not an error, but appears as the run's {@linkplain LiveRun#trouble
   *     trouble}
   */
  public LiveRun follow(Path path, Path... more) throws IOException {
    Objects.requireNonNull(path, "path");
    List<Path> paths = Stream.concat(Stream.of(path), NoNulls.copy(more, "more").stream()).toList();
    String id = path.toString();
    Optional<LiveRun> known = run(id);
    if (known.isPresent()) {
      return known.get();
    }
    FileStamp.of(paths);
    // Reads the whole log, outside the lock so that others need not wait.
    RunFeed feed = LogFeed.areEventLogs(paths) ? LogFeed.open(paths) : FileFeed.of(paths);
    String name = String.valueOf(path.toAbsolutePath().normalize().getFileName());
    synchronized (this) {
      if (!runs.containsKey(id)) {
        return add(id, name, feed);
      }
    }
    feed.close(); // Another thread was faster.
    return follow(path, more);
  }

  private synchronized LiveRun add(String id, String name, RunFeed feed) {
    LiveRun run = new LiveRun(id, name, feed, settings);
    runs.put(id, run);
    return run;
  }

  /**
   * Returns the watched runs.
   *
   * @return runs, in the order in which watching began
   */
  public synchronized List<LiveRun> runs() {
    return new ArrayList<>(runs.values());
  }

  /**
   * Returns a run.
   *
   * @param id its id
   * @return the run, or empty if none of that id is watched
   */
  public synchronized Optional<LiveRun> run(String id) {
    return Optional.ofNullable(runs.get(id));
  }

  /**
   * Calls a listener for each run that has changed, in a thread of the listener's own. While it is
   * busy, several changes of a run are combined into one call.
   *
   * @param listener receives the runs; what it throws goes to its thread's uncaught-exception
   *     handler
   * @return closing it removes the listener
   */
  public Closeable onChange(Consumer<LiveRun> listener) {
    return listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  private void makeRoom() {
    journal.ifPresent(RunJournal::markAgain);
    if (room.isEmpty()) {
      return;
    }
    for (LiveRun run : room.get().surplus(runs())) {
      try {
        forgetIfOnly(run, room.get().store(run));
      } catch (IOException e) {
        run.setTrouble("it could not be stored: " + e.getMessage());
        return; // The other runs would fail for the same reason.
      } catch (RuntimeException
          | Error e) { // An archive may throw anything, which concerns only this run.
        run.setTrouble("it could not be stored (" + e + ")");
      }
    }
  }

  /**
   * Stops watching a run. Another {@linkplain #recorder recorder} of its id begins a new run. What
   * is recorded with the old one is lost, and a warning is logged.
   *
   * @param id its id; there need not be such a run
   * @throws IOException if its logs cannot be removed
   */
  public void forget(String id) throws IOException {
    List<JournalLog> empty;
    synchronized (this) {
      run(id).ifPresent(LiveRun::forget);
      empty = remove(id);
    }
    delete(empty);
  }

  /** Forgets a run that was stored, unless more was recorded of it meanwhile. */
  private void forgetIfOnly(LiveRun run, long stored) throws IOException {
    List<JournalLog> empty = List.of();
    synchronized (this) {
      if (runs.get(run.id()) == run && run.forgetIfOnly(stored)) {
        empty = remove(run.id());
      }
    }
    delete(empty);
  }

  /**
   * Removes a run; returns the logs that contain only forgotten runs. To be called with the lock: a
   * new run of this id must not be forgotten, too.
   */
  private List<JournalLog> remove(String id) throws IOException {
    List<JournalLog> empty = journal.map(logs -> logs.forget(id)).orElse(List.of());
    LiveRun run = runs.remove(id);
    if (run != null) {
      run.close();
    }
    recorders.remove(id);
    posted.forget(id);
    return empty;
  }

  private static void delete(List<JournalLog> logs) throws IOException {
    for (JournalLog log : logs) {
      log.delete();
    }
  }

  /**
   * Stops watching. Recorded events stay in the logs, if there are any. Recorders can still be
   * used, but what they record is no longer logged, and a warning says so.
   *
   * @throws IOException if a file cannot be closed, or the disk is so full that runs which were
   *     forgotten may be back in the next monitor of the logs
   */
  @Override
  public void close() throws IOException {
    pollers.forEach(Poller::end);
    listeners.close();
    for (LiveRun run : runs()) {
      run.close();
    }
    posted.close();
    if (journal.isPresent()) {
      setUnlogged();
      journal.get().close();
    }
  }

  private synchronized void setUnlogged() {
    isClosed = true;
    runs.values().forEach(LiveRun::setUnlogged);
  }

  @Override
  public String toString() {
    return "LiveMonitor[" + runs().size() + " runs]";
  }
}
