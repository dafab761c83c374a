package io.flowgauge.instrumentation.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.jvm.program.Awkward;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One launch with a sensor on every method of a program, compared with one without. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AwkwardMethodsTest {
  private static final String UNIT = Awkward.class.getName();

  private Profile profile;
  private String plain;
  private String instrumented;
  private SensorReport mainClass;

  @BeforeAll
  void runBoth(@TempDir Path folder) throws Exception {
    plain = output(JavaProgram.command(List.of(), Awkward.class));
    Path file = folder.resolve("output");
    // Core classes are verified, too, and the shell redirects what the launched program inherits.
    List<String> command = JavaProgram.command(List.of("-Xverify:all"), Awkward.class);
    try (InstrumentedProcess process = launch(command, file)) {
      mainClass = process.instrument(SensorRequest.of(UNIT + "*:*")).orThrow();
      process.resume().orThrow();
      await(process);
      profile = process.profile();
    }
    instrumented = Files.readString(file);
  }

  /**
   * Launches the program with its output in a file, as a launched program inherits the streams of
   * this process.
   */
  private static InstrumentedProcess launch(List<String> command, Path file) {
    List<String> redirected = new ArrayList<>(command);
    int main = redirected.indexOf(UNIT);
    redirected.set(main, Redirected.class.getName());
    redirected.add(file.toString());
    redirected.add(UNIT);
    return new JvmProvider().launch(LaunchRequest.of(redirected.toArray(String[]::new))).orThrow();
  }

  /** Runs a program with its output in a file. */
  static final class Redirected {
    private Redirected() {}

    /** Takes the file and the program's class as arguments. */
    public static void main(String[] arguments) throws Exception {
      System.setOut(new PrintStream(arguments[0], UTF_8));
      Class.forName(arguments[1])
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
      System.out.flush();
    }
  }

  private static void await(InstrumentedProcess process) throws InterruptedException {
    while (process.status().state() != ProcessStatus.State.EXITED) {
      Thread.sleep(5);
    }
    assertThat(process.status().exitCode()).hasValue(0);
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }

  private RegionProfile region(String unit, String name) {
    return profile.regions().stream()
        .filter(each -> each.region().unit().equals(unit))
        .filter(
            each -> each.region().name().equals(name) || each.region().linkageName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + unit + ":" + name + " in " + profile));
  }

  private long calls(String name) {
    return region(UNIT, name).calls();
  }

  @Test
  void output_everyMethodInstrumented_isIdentical() {
    assertThat(instrumented).isEqualTo(plain).isNotEmpty();
  }

  @Test
  void instrument_mainClassBeforeMain_isRefusedNothing() {
    assertThat(mainClass.refused())
        .allMatch(each -> each.refusal().orElseThrow().code() == RefusalCode.NO_BODY);
  }

  @Test
  void calls_exceptions_areCountedExactly() {
    assertThat(calls("thrower(int)")).isEqualTo(2000);
    assertThat(calls("catcher(int)")).isEqualTo(2000);
    assertThat(calls("loop()")).isEqualTo(1);
  }

  @Test
  void calls_recursion_isCountedExactlyAndNestsInItself() {
    assertThat(calls("recurse(int)")).isEqualTo(301);
    CallEdge itself =
        profile.callGraph().stream()
            .filter(edge -> edge.callee().name().equals("recurse(int)"))
            .filter(edge -> edge.caller().map(CodeRegion::name).orElse("").equals("recurse(int)"))
            .findFirst()
            .orElseThrow();
    assertThat(itself.calls()).isEqualTo(300);
    assertThat(region(UNIT, "recurse(int)").openCalls()).isZero();
    assertThat(region(UNIT, "recurse(int)").nestedCalls()).isEqualTo(300);
    assertThat(region(UNIT, "recurse(int)").totalNanos())
        .isBetween(1.0, region(UNIT, "recurse(int)").wall().maxNanos().orElseThrow());
  }

  @Test
  void calls_constructors_areCountedAlsoWhenTheyThrow() {
    String base = UNIT + "$Base";
    assertThat(region(base, "<init>(java.lang.CharSequence,int)").calls()).isEqualTo(7);
    assertThat(region(base, "<init>(boolean)").calls()).isEqualTo(2);
    assertThat(region(UNIT + "$Derived", "<init>(int)").calls()).isEqualTo(3);
    assertThat(region(UNIT + "$Point", "<init>(int,int)").calls()).isEqualTo(2);
  }

  @Test
  void calls_bridge_isARegionOfItsOwn() {
    String derived = UNIT + "$Derived";
    assertThat(region(derived, "self()Ljava/lang/Object;").calls()).isEqualTo(1);
    assertThat(region(derived, "self()L" + derived.replace('.', '/') + ";").calls()).isEqualTo(1);
  }

  @Test
  void calls_lambdasAndDefaultMethods_areCounted() {
    assertThat(region(UNIT, "lambda$main$0(java.lang.String[],int)").calls()).isEqualTo(1);
    assertThat(region(UNIT + "$Shape", "twice()").calls()).isEqualTo(1);
    assertThat(region(UNIT + "$Kind$2", "weigh(int)").calls()).isEqualTo(1);
  }

  @Test
  void calls_stackOverflow_leavesNothingOpenBelowIt() {
    assertThat(calls("overflow()")).isEqualTo(1);
    assertThat(calls("locked(java.lang.Object,long)")).isEqualTo(8);
    assertThat(region(UNIT, "main(java.lang.String[])").calls()).isEqualTo(1);
    assertThat(region(UNIT, "main(java.lang.String[])").openCalls()).isZero();
  }

  @Test
  void structure_launchedBeforeMain_hasSourcesAndRefusesBodiless() {
    List<String> command = JavaProgram.command(List.of(), Awkward.class);
    try (InstrumentedProcess process =
        new JvmProvider().launch(LaunchRequest.of(command.toArray(String[]::new))).orThrow()) {
      CodeRegion thrower =
          process
              .structure(StructureFilter.of(UNIT + ":thrower").withSources())
              .orThrow()
              .regions()
              .get(0);
      assertThat(thrower.source().orElseThrow().file()).isEqualTo("Awkward.java");
      assertThat(thrower.source().orElseThrow().line()).isGreaterThan(100);
      assertThat(thrower.linkageName()).isEqualTo("thrower(I)I");
      SensorReport natives =
          process.instrument(SensorRequest.of("java.lang.Runtime:availableProcessors")).orThrow();
      assertThat(natives.refused()).hasSize(1);
      assertThat(natives.refused().get(0).refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.NO_BODY);
      SensorReport own =
          process.instrument(SensorRequest.of("java.lang.ThreadLocal:get")).orThrow();
      assertThat(own.refused().get(0).refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.UNMODIFIABLE);
    }
  }
}
