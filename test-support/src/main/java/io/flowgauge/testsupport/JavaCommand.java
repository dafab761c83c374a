package io.flowgauge.testsupport;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts virtual machines like that of the test. Stateless. */
public final class JavaCommand {
  private JavaCommand() {}

  /**
   * Returns the start of a command that runs the same Java with the same compiler and collector.
   * Like the test itself, such a program is too short for the optimising compiler.
   *
   * @param options further options of the virtual machine
   * @return a list that can be added to
   */
  public static List<String> with(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.matches("-XX:(TieredStopAtLevel=\\d|\\+Use\\w+GC)"))
        .forEach(command::add);
    command.addAll(List.of(options));
    return command;
  }
}
