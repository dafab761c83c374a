package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.jvm.program.Obedient;
import io.flowgauge.instrumentation.jvm.program.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Measurements of threads of all kinds, of processor time, and with limits of cost. */
class MeasurementsTest {
  private static final String ALL = Threads.class.getName() + ":*";

  private final JvmProvider provider = new JvmProvider();

  private static JavaProgram program(String java) throws IOException {
    List<String> options = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");
    List<String> command = new ArrayList<>(JavaProgram.command(options, Threads.class));
    command.set(0, java);
    JavaProgram program = JavaProgram.start(command);
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  private static RegionProfile region(InstrumentedProcess process, String name) {
    return process.profile().region(name).orElseThrow();
  }

  @Test
  void calls_moreThreadsThanEntries_areAllCounted() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(ALL).orThrow();
      assertThat(program.ask("short 5000")).isEqualTo("done 10000");
      Profile profile = process.profile();
      long counted = profile.region("outer(long)").orElseThrow().calls();
      assertThat(counted + profile.losses().withoutThread() / 3.0).isGreaterThanOrEqualTo(4999);
      assertThat(profile.losses().total()).as("lost").isZero();
      assertThat(profile.region("inner()").orElseThrow().calls()).isEqualTo(10_000);
    }
  }

  @Test
  void calls_threadLocalsReset_areAllOfOneThread() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(ALL).orThrow();
      assertThat(program.ask("reset 10000")).isEqualTo("done 10000");
      Profile profile = process.profile();
      assertThat(profile.region("inner()").orElseThrow().calls()).isEqualTo(10_000);
      assertThat(profile.threads()).hasSize(1);
      assertThat(profile.losses().total()).as("lost").isZero();
    }
  }

  @Test
  void calls_threadThatThrowsWhenAskedItsId_areCounted() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(ALL).orThrow();
      assertThat(program.ask("odd 0")).isEqualTo("done 2");
      assertThat(region(process, "inner()").calls()).isEqualTo(2);
    }
  }

  /** Returns the newest installed Java that has virtual threads. */
  private static Optional<String> withVirtualThreads() throws IOException {
    if (Runtime.version().feature() >= 21) {
      return Optional.of(JavaProgram.java());
    }
    Path machines = Path.of("/usr/lib/jvm");
    if (!Files.isDirectory(machines)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(machines)) {
      return homes
          .filter(home -> home.getFileName().toString().matches(".*-(2[1-9]|[3-9][0-9])(-.*)?"))
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .map(Path::toString)
          .findFirst();
    }
  }

  @Test
  void calls_virtualThreads_keepTheirNestingAcrossCarriers() throws Exception {
    Optional<String> java = withVirtualThreads();
    Assumptions.assumeTrue(java.isPresent(), "no Java 21 or later below /usr/lib/jvm");
    try (JavaProgram program = program(java.get());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(ALL).orThrow();
      assertThat(program.ask("virtual 2000")).isEqualTo("done 4000");
      Profile profile = process.profile();
      assertThat(profile.losses().total()).as("lost").isZero();
      assertThat(profile.region("inner()").orElseThrow().calls()).isEqualTo(4000);
      RegionProfile outer = profile.region("outer(long)").orElseThrow();
      assertThat(outer.calls()).isEqualTo(2000);
      assertThat(outer.wall().minNanos().orElseThrow()).isGreaterThanOrEqualTo(19e6);
      assertThat(outer.openCalls()).isZero();
      assertThat(profile.callGraph())
          .filteredOn(edge -> edge.callee().name().equals("inner()"))
          .hasSize(1)
          .allMatch(edge -> edge.caller().orElseThrow().name().equals("outer(long)"));
    }
  }

  @Test
  void cpuTime_busyCall_isCloseToItsWallTimeAtMost() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process
          .instrument(SensorRequest.builder(ALL).metrics(Metric.WALL_TIME, Metric.CPU_TIME).build())
          .orThrow();
      program.ask("burn 200");
      RegionProfile burn = region(process, "burn(long)");
      assertThat(burn.cpuSeconds().value()).isBetween(0.01, burn.wall().totalNanos() * 1e-9 * 1.05);
      program.ask("tiny 100000");
      RegionProfile tiny = region(process, "tiny(long)");
      assertThat(tiny.calls()).isEqualTo(100_000);
      assertThat(tiny.cpuSeconds().measured())
          .as("calls whose processor time was taken: too short for it")
          .isLessThan(1000);
    }
  }

  @Test
  void cpuTime_withoutModuleForIt_isRefusedAndSaysWhatToDo() throws Exception {
    List<String> options = List.of("--limit-modules=java.instrument");
    try (JavaProgram program = JavaProgram.start(JavaProgram.command(options, Obedient.class));
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      SensorRequest request =
          SensorRequest.builder(Obedient.class.getName() + ":*").metrics(Metric.CPU_TIME).build();
      Refusal refusal = process.instrument(request).refusal().orElseThrow();
      assertThat(refusal.code()).isEqualTo(RefusalCode.UNSUPPORTED);
      assertThat(refusal.message())
          .contains("Obedient", "java.management", "--add-modules java.management", "wtime");
      assertThat(process.instrument(Obedient.class.getName() + ":*").orThrow().done()).isNotEmpty();
    }
  }

  @Test
  void instrument_hardwareCounters_areRefused() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      SensorRequest request = SensorRequest.builder(ALL).metrics(Metric.CYCLES).build();
      assertThat(process.instrument(request).refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.NO_PMU);
    }
  }

  @Test
  void instrument_methodsThatCompilersReplace_isRefused() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      SensorReport report =
          process
              .instrument(SensorRequest.of("java.lang.Math:sqrt", "java.lang.Math:floorMod"))
              .orThrow();
      assertThat(report.done()).allMatch(each -> each.region().name().startsWith("floorMod("));
      assertThat(report.refused()).hasSize(1);
      Refusal refusal = report.refused().get(0).refusal().orElseThrow();
      assertThat(refusal.code()).isEqualTo(RefusalCode.INLINED);
      assertThat(refusal.message()).contains("compilers");
    }
  }

  @Test
  void check_moreMethodsThanThereIsRoomFor_refusesTheRest() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      SensorReport report = process.check(SensorRequest.of("java.*:*")).orThrow();
      assertThat(report.done()).hasSize(4096);
      assertThat(report.refused())
          .anyMatch(each -> each.refusal().orElseThrow().code() == RefusalCode.LIMIT);
    }
  }

  @Test
  void costLimit_exceeded_takesTheSensorOut() throws Exception {
    try (JavaProgram program = program(JavaProgram.java());
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(SensorRequest.builder(ALL).costLimit(0.05).build()).orThrow();
      program.say("tiny 2000000000");
      while (!region(process, "tiny(long)").overLimit()) {
        Thread.sleep(10);
      }
      assertThat(program.line()).as("it ends soon, as the sensor is out").isNotNull();
      RegionProfile tiny = region(process, "tiny(long)");
      assertThat(tiny.installed()).isFalse();
      assertThat(tiny.costNanos()).isPositive();
      assertThat(region(process, "outer(long)").installed()).isTrue();
    }
  }
}
