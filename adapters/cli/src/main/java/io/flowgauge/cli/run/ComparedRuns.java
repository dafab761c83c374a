package io.flowgauge.cli.run;

import io.flowgauge.Flowgauge;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunFilter;
import io.flowgauge.store.StoredRun;
import io.flowgauge.store.StoredValues;
import io.flowgauge.trace.RunSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the runs to compare, in files and in a repository, which is opened only if it is needed.
 */
final class ComparedRuns implements AutoCloseable {
  private final Session session;
  private final RepositoryOption option;
  private final RunSelection selection;
  private final RunFilter filter;
  private final List<Subgraph> subgraphs;
  private final Map<Path, List<RunSource>> found = new HashMap<>();
  private ExperimentRepository repository;

  ComparedRuns(
      Session session, RepositoryOption option, RunSelection selection, List<Subgraph> subgraphs) {
    this.session = session;
    this.option = option;
    this.selection = selection;
    this.filter = selection.filter();
    this.subgraphs = subgraphs;
  }

  /**
   * Returns the stored runs by version, in the order in which versions were first stored, or by
   * sites.
   */
  List<RunGroup> stored(boolean bySites) throws IOException {
    List<StoredValues> found = repository().values(filter);
    if (found.isEmpty()) {
      throw new WrongUsageException("no matching run is stored in " + option.shown());
    }
    requireOneWorkflow(found);
    Map<String, List<RunValues>> groups = new LinkedHashMap<>();
    Map<String, GivenRuns> given = new LinkedHashMap<>();
    for (StoredValues stored : found) {
      StoredRun run = stored.run();
      String name = bySites ? String.join("+", run.sites()) : run.version();
      String shown = name.isEmpty() ? "(unknown sites)" : name;
      if (isNew(stored, given.computeIfAbsent(shown, key -> new GivenRuns(session)))) {
        groups.computeIfAbsent(shown, key -> new ArrayList<>()).add(stored.values());
      }
    }
    Map<RunContent, String> earlier = new HashMap<>();
    given.values().forEach(each -> each.nameShared(earlier));
    List<RunGroup> all = new ArrayList<>();
    groups.forEach((name, runs) -> all.add(new RunGroup(name, runs)));
    if (bySites) {
      all.sort(Comparator.comparingInt(group -> group.sites().size()));
    }
    return all;
  }

  private void requireOneWorkflow(List<StoredValues> found) {
    List<String> workflows =
        found.stream().map(stored -> stored.run().workflow()).distinct().toList();
    if (workflows.size() > 1 && selection.workflow().isEmpty()) {
      throw new WrongUsageException(
          "there are runs of several workflows; choose one with --workflow: "
              + String.join(", ", workflows));
    }
  }

  /** Returns a group for each argument. */
  List<RunGroup> named(List<String> arguments) throws IOException {
    find(arguments);
    List<RunGroup> groups = new ArrayList<>();
    Map<RunContent, String> earlier = new HashMap<>();
    for (String argument : arguments) {
      GivenRuns given = new GivenRuns(session);
      RunGroup group = group(argument, given);
      given.nameShared(earlier);
      groups.add(
          isTaken(group.name(), groups)
              ? new RunGroup(shortestDistinctName(argument, arguments, groups), group.runs())
              : group);
    }
    return groups;
  }

  private static boolean isTaken(String name, List<RunGroup> groups) {
    return groups.stream().anyMatch(group -> group.name().equals(name));
  }

  /**
   * Returns as many names at the end of a path as distinguish it from the others, because columns
   * are narrow.
   */
  private static String shortestDistinctName(
      String argument, List<String> all, List<RunGroup> groups) {
    if (isFile(argument)) {
      Path path = Path.of(argument);
      List<Path> others =
          all.stream()
              .filter(other -> !other.equals(argument) && isFile(other))
              .map(Path::of)
              .toList();
      for (int k = path.getNameCount() - 1; k > 0; k--) {
        Path tail = path.subpath(k, path.getNameCount());
        if (others.stream().noneMatch(other -> other.endsWith(tail))
            && !isTaken(tail.toString(), groups)) {
          return tail.toString();
        }
      }
    }
    return argument;
  }

  /** Finds all runs at once, so that no run counts as a companion of another. */
  private void find(List<String> arguments) throws IOException {
    Map<Path, Path> named = new LinkedHashMap<>();
    for (String argument : arguments) {
      for (String part : parts(argument)) {
        Path path = isFile(part) ? Path.of(part) : null;
        if (path != null && (isStandard(part) || !named.containsValue(path))) {
          named.put(session.input(path), path);
        }
      }
    }
    for (RunSource run : session.runsIn(named.keySet().toArray(Path[]::new))) {
      found.computeIfAbsent(named.get(run.named()), path -> new ArrayList<>()).add(run);
    }
  }

  private RunGroup group(String argument, GivenRuns given) throws IOException {
    List<RunValues> runs = new ArrayList<>();
    for (String part : parts(argument)) {
      runs.addAll(runs(part, given));
    }
    String name =
        isGroup(argument) ? argument.substring(0, argument.indexOf('=')) : nameOf(argument, runs);
    return new RunGroup(name, runs);
  }

  /** Whether an argument has the form NAME=RUN,RUN. */
  private static boolean isGroup(String argument) {
    return argument.indexOf('=') > 0 && !isFile(argument);
  }

  private static List<String> parts(String argument) {
    return isGroup(argument)
        ? List.of(argument.substring(argument.indexOf('=') + 1).split(",", -1))
        : List.of(argument);
  }

  /**
   * Returns the name of the only run, or of the folder that holds the runs, or else the argument.
   */
  private static String nameOf(String argument, List<RunValues> runs) {
    if (runs.size() == 1) {
      return runs.get(0).name().isEmpty() ? argument : runs.get(0).name();
    }
    Path folder = isFile(argument) ? Path.of(argument).toAbsolutePath().normalize() : null;
    return folder == null || folder.getFileName() == null
        ? argument
        : folder.getFileName().toString();
  }

  private static boolean isStandard(String text) {
    return text.equals("-");
  }

  private static boolean isFile(String text) {
    try {
      return isStandard(text) || (!text.isEmpty() && Files.exists(Path.of(text)));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private List<RunValues> runs(String text, GivenRuns given) throws IOException {
    if (isFile(text)) {
      List<RunValues> runs = new ArrayList<>();
      for (RunSource source : found.get(Path.of(text))) {
        if (!given.isNew(source.path())) {
          continue;
        }
        WorkflowRun run = session.readAnalysable(source);
        String shown = session.shown(source.path());
        RunValues values =
            session.during(
                "analysing " + shown, () -> RunValues.of(Flowgauge.report(run), subgraphs));
        if (given.isOther(RunContent.of(run, values), shown)) {
          runs.add(values);
        }
      }
      return runs;
    }
    if (!text.isBlank() && option.exists()) {
      boolean isNumber = text.matches("[0-9]{1,18}");
      List<StoredValues> stored =
          repository()
              .values(isNumber ? RunFilter.all().id(Long.parseLong(text)) : versioned(text));
      if (stored.isEmpty() && isNumber) {
        stored = repository().values(versioned(text));
      }
      if (!stored.isEmpty()) {
        return stored.stream().filter(one -> isNew(one, given)).map(StoredValues::values).toList();
      }
    }
    throw new WrongUsageException(
        "'"
            + text
            + "' is neither a file or folder, nor a stored run or version in "
            + option.shown());
  }

  private static boolean isNew(StoredValues stored, GivenRuns given) {
    String shown = "run " + stored.run().id();
    return given.isNew(stored.run().id(), shown) && given.isOther(RunContent.of(stored), shown);
  }

  private RunFilter versioned(String label) {
    return filter.version(label);
  }

  private ExperimentRepository repository() throws IOException {
    if (repository == null) {
      repository = option.open(session);
    }
    return repository;
  }

  @Override
  public void close() throws IOException {
    if (repository != null) {
      repository.close();
    }
  }
}
