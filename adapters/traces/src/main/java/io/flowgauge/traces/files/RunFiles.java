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
 *       ones left out. The files next to a named file are looked at as companions, never as runs;
 *       of files named to be read one after another, those that hold runs are not companions.
 *   <li>Files packed with gzip or xz, which their first bytes show, count as what they hold.
 *   <li>Files in the folders below a named folder are looked at as companions, nearest first, to a
 *       depth of two folders and up to 10,000 files and folders; hidden ones and symbolic links are
 *       left out. A folder below that holds a run of its own has its own companions.
 *   <li>One of the named files must hold a run. Of several, the one whose reader takes all the
 *       others for its companions, or chooses it over them ({@link RunReader#main}), is it; else
 *       reading fails and names them.
 *   <li>Files that engines write in addition to those of their own runs and that hold the same run
 *       once more (crates, logs of HTCondor) are the run only where there is no other. Else they
 *       are joined to it by names and times: they add dependencies where it has none, and T where
 *       it is not known; where their times contradict, a diagnostic says so.
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
   *     Nameable} gets the name in the file instead, where there is one
   * @return the run; its diagnostics say which files it was read from, and which were of no use
   * @throws IllegalArgumentException if there is no path
   */
  public static WorkflowRun read(List<Path> paths, Function<String, RunRecorder> recorders)
      throws IOException {
    return new RunInput(readers(), List.of()).read(paths, Recorders.ofCaller(recorders));
  }

  /**
   * The same with recorders that nobody else sees, which takes less memory.
   *
   * @param paths files or folders, one or more
   * @return the run
   * @throws IllegalArgumentException if there is no path
   */
  public static WorkflowRun read(List<Path> paths) throws IOException {
    return new RunInput(readers(), List.of()).read(paths, Recorders.own());
  }

  /**
   * Finds the runs in files and folders.
   *
   * @param paths files or folders
   * @return for each path, the visible folders in it, sorted by name, if two of them or more hold
   *     runs and no file directly in it does; else the path alone
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
   * Writes a run in the format that the end of the file's name asks for, letters in either case.
   * The file appears, or is replaced, only when all of it has been written.
   *
   * @param file where to
   * @return what the format could not hold
   * @throws IllegalArgumentException if no format has that end of name
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
