package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs of the JDK, not written for these tests, with sensors on thousands of methods. */
class RealProgramTest {
  private static final int CLASSES = 12;

  private final JvmProvider provider = new JvmProvider();

  /** Writes a source file that keeps the compiler busy. */
  private static Path source(Path folder) throws IOException {
    StringBuilder text = new StringBuilder("import java.util.*;\nimport java.util.stream.*;\n");
    for (int k = 0; k < CLASSES; k++) {
      text.append("class C").append(k).append("<T extends Comparable<T>> {\n");
      text.append("  List<T> sorted(Collection<? extends T> c) {\n");
      text.append("    return c.stream().sorted(Comparator.<T>naturalOrder().reversed())\n");
      text.append("        .filter(x -> !x.equals(null)).collect(Collectors.toList());\n  }\n");
      text.append("  static int sum(int... v) {\n    int s = 0;\n");
      text.append("    for (int x : v) { s += x > ").append(k).append(" ? x : -x; }\n");
      text.append("    return s;\n  }\n}\n");
    }
    return Files.writeString(folder.resolve("Classes.java"), text);
  }

  private static List<String> compile(Path source, Path to) {
    return new ArrayList<>(
        List.of(
            JavaProgram.java(),
            "-Xmx256m",
            "-m",
            "jdk.compiler/com.sun.tools.javac.Main",
            "-d",
            to.toString(),
            source.toString()));
  }

  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        contents.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return contents;
  }

  @Test
  void launch_javac_writesTheSameFiles(@TempDir Path folder) throws Exception {
    Path source = source(folder);
    Path plain = Files.createDirectory(folder.resolve("plain"));
    Path measured = Files.createDirectory(folder.resolve("measured"));
    assertThat(new ProcessBuilder(compile(source, plain)).start().waitFor()).isZero();
    List<String> command = compile(source, measured);
    try (InstrumentedProcess process =
        provider.launch(LaunchRequest.of(command.toArray(String[]::new))).orThrow()) {
      process.instrument("com.sun.tools.javac.*:*").orThrow();
      process.resume().orThrow();
      while (process.status().state() != ProcessStatus.State.EXITED) {
        Thread.sleep(10);
      }
      assertThat(process.status().exitCode()).hasValue(0);
      Profile profile = process.profile();
      assertThat(profile.regions()).hasSizeGreaterThan(1000);
      assertThat(profile.region("com.sun.tools.javac.Main:main(java.lang.String[])").orElseThrow())
          .satisfies(main -> assertThat(main.calls() + main.openCalls()).isEqualTo(1));
    }
    Map<String, byte[]> expected = files(plain);
    Map<String, byte[]> actual = files(measured);
    assertThat(actual.keySet()).isEqualTo(expected.keySet()).hasSize(CLASSES);
    expected.forEach((name, bytes) -> assertThat(actual.get(name)).as(name).isEqualTo(bytes));
  }

  /**
   * Every method of the JDK and the program that can have a sensor gets one at once; all classes
   * are verified.
   */
  @Test
  void attach_jshell_goesOnWithSensorsOnTheJdk() throws Exception {
    List<String> command =
        List.of(
            JavaProgram.java(),
            "-Xmx512m",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+BytecodeVerificationLocal",
            "-m",
            "jdk.jshell/jdk.internal.jshell.tool.JShellToolProvider",
            "--execution",
            "local",
            "-s",
            "-");
    try (JavaProgram program = JavaProgram.start(command)) {
      program.say("System.out.println(6 * 7)");
      assertThat(program.line()).isEqualTo("42");
      try (InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
        var report = process.instrument("jdk.jshell.*:*", "jdk.internal.jshell.*:*").orThrow();
        assertThat(report.done()).hasSizeGreaterThan(500);
        assertThat(report.refused())
            .allMatch(each -> !each.refusal().orElseThrow().message().isEmpty())
            .filteredOn(each -> each.refusal().orElseThrow().message().contains("VerifyError"))
            .isEmpty();
        program.say("System.out.println(new java.util.TreeMap<>(java.util.Map.of(1, 2)))");
        assertThat(program.line()).isEqualTo("{1=2}");
        assertThat(process.profile().regions().stream().mapToLong(r -> r.calls()).sum())
            .isGreaterThan(1000);
      }
      program.say("System.out.println(\"after\")");
      assertThat(program.line()).isEqualTo("after");
    }
  }
}
