package io.flowgauge.testsupport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The class path of a test, split into a module path and a class path for libraries that are not
 * modules. Libraries that only the test needs are left out. Immutable.
 */
public final class ModulePath {
  private final List<String> modules = new ArrayList<>();
  private final List<String> others = new ArrayList<>();

  private ModulePath() {}

  /**
   * Sorts the class path of this test.
   *
   * @param libraries a pattern found in the names of libraries that are modules
   * @param noModules a pattern found in the names of libraries that are not modules
   * @return both paths, with all of Flowgauge among the modules
   */
  public static ModulePath of(Pattern libraries, Pattern noModules) {
    ModulePath path = new ModulePath();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      String name = Path.of(entry).getFileName().toString();
      if (noModules.matcher(name).find() && !name.startsWith("flowgauge")) {
        path.others.add(entry);
      } else if (libraries.matcher(name).find() || isFlowgauge(name)) {
        path.modules.add(entry);
      }
    }
    assertThat(path.modules).contains(CompiledModule.classes().toString());
    return path;
  }

  private static boolean isFlowgauge(String name) {
    return name.equals("classes") || (name.startsWith("flowgauge") && !name.endsWith("-tests.jar"));
  }

  /**
   * The libraries on the class path.
   *
   * @return folders and jars
   */
  public List<String> others() {
    return List.copyOf(others);
  }

  /**
   * Runs a program of the tests as a part of the module under test, in its own process.
   *
   * @param module name of the module
   * @param program its main class
   * @param arguments its arguments
   * @return what it printed; it must have succeeded
   * @throws IOException if Java cannot be started
   * @throws InterruptedException if the thread is interrupted while it runs
   */
  public String run(String module, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        JavaCommand.with(
            "-p",
            String.join(File.pathSeparator, modules),
            "-cp",
            String.join(File.pathSeparator, others),
            "--patch-module",
            module + "=" + CompiledModule.classes().resolveSibling("test-classes"),
            "-m",
            module + "/" + program.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
