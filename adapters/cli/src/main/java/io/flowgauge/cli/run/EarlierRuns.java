package io.flowgauge.cli.run;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.flowgauge.cli.DatabasePlace;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.history.History;
import io.flowgauge.live.LiveMonitorBuilder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.StoredRun;
import io.flowgauge.trace.RunSource;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Earlier runs, in files, folders, or an experiment repository, or a history learned from them. */
public final class EarlierRuns {
  /** Maximum number of runs; reading more would take too long. */
  private static final int NEWEST = 20;

  private static final String SQLITE = "SQLite format 3";

  private final Session session;
  private final List<String> places;

  /**
   * Creates the earlier runs of some places. A place may be {@code REPO#WORKFLOW}, one workflow of
   * a repository.
   */
  public EarlierRuns(Session session, List<String> places) throws IOException {
    this.session = session;
    this.places = withoutDuplicates(session, places);
  }

  private static List<String> withoutDuplicates(Session session, List<String> places)
      throws IOException {
    GivenRuns given = new GivenRuns(session);
    List<String> once = new ArrayList<>();
    for (String place : places) {
      if (Path.of(place).equals(Session.STANDARD)
          || given.isNew(key(place), DatabasePlace.shown(place))) {
        once.add(place);
      }
    }
    return once;
  }

  private static Object key(String place) throws IOException {
    return DatabasePlace.isUrl(place) ? place : GivenRuns.real(Path.of(place));
  }

  /**
   * Returns the runs that ideal times are taken from; all runs of a workflow in a repository are
   * combined into one.
   */
  List<WorkflowRun> forIdealTimes() throws IOException {
    return ofEach((repository, filter) -> List.of(repository.fastest(filter)));
  }

  /** Returns the runs that laws are fitted to; of a repository, only the newest. */
  List<WorkflowRun> forLaws() throws IOException {
    return ofEach((repository, filter) -> repository.load(filter.newest(NEWEST)));
  }

  private List<WorkflowRun> ofEach(Question question) throws IOException {
    List<WorkflowRun> runs = new ArrayList<>();
    GivenRuns given = new GivenRuns(session);
    for (String place : places) {
      if (isRepository(repository(place))) {
        runs.addAll(read(place, given, question));
      } else {
        Path run = session.input(Path.of(place));
        if (given.isNew(run)) {
          runs.addAll(once(List.of(session.read(run)), session.shown(run), given));
        }
      }
    }
    return runs;
  }

  /** Whether the only place is a file with a saved history. */
  boolean isLearned() throws IOException {
    return places.size() == 1 && isModel(places.get(0));
  }

  /** Returns the history learned from all runs, or a saved one. */
  History learned() throws IOException {
    if (isLearned()) {
      Path file = Path.of(places.get(0));
      return session.during("reading " + file, () -> History.read(file));
    }
    for (String place : places) {
      requireRuns(place, "--history takes either one such file or any number of runs");
    }
    return History.of(all());
  }

  /** Adds the runs, or their history, to a monitor. */
  public LiveMonitorBuilder addTo(LiveMonitorBuilder monitor) throws IOException {
    return isLearned() ? monitor.history(learned()) : monitor.earlier(all());
  }

  private static boolean isModel(String place) throws IOException {
    return !DatabasePlace.isUrl(place) && History.isSaved(Path.of(place));
  }

  private void requireRuns(String place, String instead) throws IOException {
    if (!DatabasePlace.isUrl(place)) {
      session.requireRuns(Path.of(place), instead);
    }
  }

  /** Returns all runs; a folder may hold many. */
  public List<WorkflowRun> all() throws IOException {
    List<WorkflowRun> runs = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    GivenRuns given = new GivenRuns(session);
    for (String place : places) {
      requireRuns(place, Session.MODEL_READER);
      if (isRepository(repository(place))) {
        runs.addAll(read(place, given, ExperimentRepository::load));
      } else if (Files.isDirectory(Path.of(place))) {
        runs.addAll(runsIn(Path.of(place), given));
      } else {
        files.add(session.input(Path.of(place)));
      }
    }
    // All files at once, so that each folder is searched for related files only once.
    runs.addAll(read(session.runsIn(files.toArray(Path[]::new)), given));
    return runs;
  }

  private List<WorkflowRun> runsIn(Path folder, GivenRuns given) throws IOException {
    List<RunSource> sources = session.runsIn(folder);
    if (sources.size() == 1) {
      try {
        WorkflowRun run = session.read(folder);
        return given.isNew(folder) ? once(List.of(run), session.shown(folder), given) : List.of();
      } catch (TraceFormatException e) {
        List<Path> files = files(folder);
        if (files.size() < 2) {
          throw e;
        }
        sources = session.runsIn(files.toArray(Path[]::new));
      }
    }
    return read(sources, given);
  }

  private List<WorkflowRun> read(List<RunSource> sources, GivenRuns given) throws IOException {
    List<WorkflowRun> runs = new ArrayList<>();
    for (RunSource each : sources) {
      if (given.isNew(each.path())) {
        WorkflowRun run = session.readAnalysable(each);
        runs.addAll(once(List.of(run), session.shown(each.path()), given));
      }
    }
    return runs;
  }

  /** Returns the runs that are none of those given before. */
  private static List<WorkflowRun> once(List<WorkflowRun> runs, String shown, GivenRuns given) {
    return runs.stream().filter(run -> given.isOther(RunContent.of(run), shown)).toList();
  }

  /** Returns the visible files directly in a folder, sorted by name. */
  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }

  /** A query of a repository. */
  private interface Question {
    List<WorkflowRun> answer(ExperimentRepository repository, RunFilter filter) throws IOException;
  }

  private List<WorkflowRun> read(String place, GivenRuns given, Question question)
      throws IOException {
    int hash = place.lastIndexOf('#');
    String repository = repository(place);
    if (!DatabasePlace.exists(repository)) {
      throw new NoSuchFileException(repository);
    }
    DatabasePlace.warnOfPassword(repository, session);
    try (ExperimentRepository open = DatabasePlace.existing(repository)) {
      String workflow = hash < 0 ? onlyWorkflow(open, place) : place.substring(hash + 1);
      RunFilter filter = RunFilter.all().workflow(workflow);
      if (hash >= 0 && open.runs(filter.newest(1)).isEmpty()) {
        throw new WrongUsageException(
            DatabasePlace.shown(repository) + " has no stored run of '" + workflow + "'");
      }
      if (!given.isNew(List.of(key(repository), workflow), DatabasePlace.shown(place))) {
        return List.of();
      }
      List<WorkflowRun> runs =
          session.during(
              "asking " + DatabasePlace.shown(place), () -> question.answer(open, filter));
      return once(runs, "a run in " + DatabasePlace.shown(place), given);
    }
  }

  private static String repository(String place) {
    int hash = place.lastIndexOf('#');
    return hash < 0 ? place : place.substring(0, hash);
  }

  private static boolean isRepository(String place) throws IOException {
    if (DatabasePlace.isUrl(place)) {
      return true;
    }
    Path file = Path.of(place);
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(SQLITE.length()), US_ASCII).equals(SQLITE);
    }
  }

  private static String onlyWorkflow(ExperimentRepository repository, String place)
      throws IOException {
    List<String> workflows =
        repository.runs(RunFilter.all()).stream().map(StoredRun::workflow).distinct().toList();
    if (workflows.size() == 1) {
      return workflows.get(0);
    }
    throw new WrongUsageException(
        workflows.isEmpty()
            ? DatabasePlace.shown(place) + " has no stored run"
            : "there are runs of several workflows; choose one with REPO#WORKFLOW: "
                + String.join(", ", workflows));
  }
}
