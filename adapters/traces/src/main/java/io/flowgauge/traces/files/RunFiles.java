package io.flowgauge.traces.files;

import io.flowgauge.model.core.Nameable;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.RunSource;
import io.flowgauge.trace.RunWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * Reads runs from files and writes them, with the {@link RunReader}s and {@link RunWriter}s that
 * {@link ServiceLoader} finds. Stateless and thread-safe.
 *
 * <pre>{@code
 * WorkflowRun run = RunFiles.read(List.of(Path.of("samples/montage")), recorders);
 * }</pre>
 *
 * <p>Which file is the run:
 *
 * <ul>
 *   <li>A path is a file or a folder. A folder stands for its regular files, sorted by name, hidden
 *       ones left out. The files next to a named file are considered as companions, never as runs.
 *       If several files are named to be read one after another, those that hold runs are not
 *       companions.
 *   <li>Files packed with gzip or xz, which are recognised by their first bytes, count as their
 *       content.
 *   <li>Files in the folders below a named folder are considered as companions, nearest first, to a
 *       depth of two folders and up to 10,000 files and folders; hidden ones and symbolic links are
 *       left out. A folder below that holds a run of its own has its own companions.
 *   <li>One of the named files must hold a run. If several do, the run is the one whose reader
 *       recognises all the others as companions, or chooses it over them ({@link RunReader#main});
 *       otherwise reading fails and names them.
 *   <li>Files that engines write in addition to those of their own runs and that hold the same run
 *       once more (crates, logs of HTCondor) are the run only if there is no other. Otherwise they
 *       are joined to it by names and times: they add dependencies if it has none, and T if it is
 *       not known; if their times contradict it, a diagnostic says so.
 *   <li>A folder without a run whose runs are in one folder below stands for that folder; with runs
 *       in several, reading fails and names them.
 *   <li>Of several readers that see a run in one file, the one whose format name comes first in
 *       alphabetical order reads it, and a diagnostic names the others.
 *   <li>The companions are all the files that this reader recognised as companions.
 * </ul>
 */
public final class RunFiles {

  private RunFiles() {}

  /**
   * Reads the run that some files and folders hold together.
   *
   * @param paths files or folders, one or more
   * @param recorders makes an empty recorder, with the name of the file; one that is {@link
   *     Nameable} is renamed to the name in the file, if there is one
   * @return the run; its diagnostics say which files it was read from, and which were not used
   * @throws IllegalArgumentException if there is no path
   */
  public static WorkflowRun read(List<Path> paths, Function<String, RunRecorder> recorders)
      throws IOException {
    return new RunInput(readers(), List.of()).read(paths, Recorders.ofCaller(recorders));
  }

  /**
   * Reads the run that some files and folders hold together, with recorders of its own, which takes
   * less memory.
   *
   * @param paths files or folders, one or more
   * @return the run
   * @throws IllegalArgumentException if there is no path
   */
  public static WorkflowRun read(List<Path> paths) throws IOException {
    return new RunInput(readers(), List.of()).read(paths, Recorders.unshared());
  }

  /**
   * Finds the runs in files and folders.
   *
   * @param paths files or folders
   * @return for each path, the visible folders in it, sorted by name, if at least two of them hold
   *     runs and no file directly in it does; otherwise only the path
   */
  public static List<RunSource> runsIn(List<Path> paths) throws IOException {
    List<RunReader> readers = readers();
    RunInput input = new RunInput(readers, paths);
    List<RunSource> runs = new ArrayList<>();
    for (Path named : paths) {
      for (Path path : RunFolders.in(named, readers)) {
        runs.add(new FoundRun(named, path, input));
      }
    }
    return runs;
  }

  /**
   * Writes a run in the format chosen by the suffix of the file's name, in either case. The file
   * appears, or is replaced, only once it has been written completely.
   *
   * @param file the file to write
   * @return what the format could not hold
   * @throws IllegalArgumentException if no format has that suffix
   */
  public static List<Diagnostic> write(WorkflowRun run, Path file) throws IOException {
    return new RunOutput(writers()).write(run, file);
  }

  private static List<RunReader> readers() {
    return services(RunReader.class, Comparator.comparing(RunReader::format));
  }

  private static List<RunWriter> writers() {
    return services(RunWriter.class, Comparator.comparing(RunWriter::format));
  }

  /** Plug-ins may sit next to the API or next to this module, each in its own class loader. */
  private static <T> List<T> services(Class<T> service, Comparator<T> order) {
    Map<Class<?>, T> found = new LinkedHashMap<>();
    ServiceLoader.load(service, service.getClassLoader())
        .forEach(provider -> found.putIfAbsent(provider.getClass(), provider));
    ServiceLoader.load(service, RunFiles.class.getClassLoader())
        .forEach(provider -> found.putIfAbsent(provider.getClass(), provider));
    return found.values().stream().sorted(order).toList();
  }
}
