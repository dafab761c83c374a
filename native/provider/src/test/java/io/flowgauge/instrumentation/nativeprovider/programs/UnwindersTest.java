package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unwinders of every kind: sensors are hidden from them for as long as necessary, or refused. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class UnwindersTest {
  private static final int ROUNDS = 20;

  private static final Path HP_UNWINDER = Path.of("/usr/lib/x86_64-linux-gnu/libunwind.so.8");

  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  /** The unwinder is led past sensors until the last call that a sensor saw begin has ended. */
  @Test
  void exception_ofACallThatOutlivesItsSensor_isCaughtAndThenNothingIsLeft() throws Exception {
    try (Target target = Target.start(Built.cxx("exceptions", "g++", "-O2"), 1)) {
      Map<String, Long> code = ProcessFiles.code(target.pid());
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        assertThat(Sensors.insert(process, SensorRequest.of("exceptions*:holds")).done())
            .hasSize(1);
        target.ask("hold");
      }
      assertThat(ProcessFiles.code(target.pid())).as("while a call is open").isNotEqualTo(code);
      assertThat(target.ask("throw").text()).isEqualTo("caught 1\n");

      Sensors.attach(target.pid()).close();
      assertThat(ProcessFiles.code(target.pid())).as("after that").isEqualTo(code);
      target.ask("hold");
      assertThat(target.ask("throw").text()).isEqualTo("caught 1\n");
    }
  }

  /** The next instrumenter finds a call still open that began under the first one's sensor. */
  @Test
  void exception_ofACallThatOutlivesTwoInstrumenters_isCaught() throws Exception {
    try (Target target = Target.start(Built.cxx("exceptions", "g++", "-O2"), 1)) {
      Map<String, Long> code = ProcessFiles.code(target.pid());
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        Sensors.insert(process, SensorRequest.of("exceptions*:holds"));
        target.ask("hold");
      }
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        Sensors.insert(process, SensorRequest.of("exceptions*:catcher"));
        assertThat(target.run(10).text()).contains("errors 0\n");
      }
      assertThat(target.ask("throw").text()).isEqualTo("caught 1\n");
      Sensors.attach(target.pid()).close();
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
    }
  }

  @Test
  void gdb_withOurScript_showsTheCallersOfFunctionsWithSensors() throws Exception {
    CPrograms.assumeProgram("gdb");
    Path script = Path.of(Sensors.provider().getClass().getResource("flowgauge-gdb.py").toURI());
    Path program = Built.c("nested", "gcc", "-O2", "-fno-optimize-sibling-calls");
    try (Target target = Target.start(program, 1)) {
      InstrumentedProcess process = Sensors.attach(target.pid());
      Sensors.insert(process, SensorRequest.of("nested*:inner", "nested*:middle", "nested*:outer"));
      target.ask("");
      String stack = gdb(target.pid(), "-x", script.toString(), "-ex", "bt");
      assertThat(stack)
          .containsPattern("(?s)in inner .*in inner .*in inner .*in middle .*in outer .*in main ")
          .doesNotContain("?? ()");
      target.ask("");
      process.close();
    }
  }

  private static String gdb(long pid, String... commands) throws Exception {
    List<String> command = new ArrayList<>(List.of("gdb", "-nx", "-batch", "-p", "" + pid));
    command.addAll(List.of(commands));
    return CPrograms.run(command);
  }

  /**
   * LuaJIT's personality function locates its own frame from the frame of the function it called.
   */
  @Test
  void luajit_errorsCaughtByLua_areCaughtWithSensors() throws Exception {
    CPrograms.assumeProgram("luajit");
    Path script = folder.resolve("script.lua");
    Path output = folder.resolve("output");
    Files.writeString(
        script,
        """
        local caught = 0
        for i = 1, 200 do
          if not pcall(error, 'x') then caught = caught + 1 end
        end
        local file = io.open('%s', 'w')
        file:write('caught ', caught)
        file:close()
        """
            .formatted(output));
    LaunchRequest request = LaunchRequest.of("luajit", "-joff", script.toString());
    try (InstrumentedProcess process = Sensors.provider().launch(request).orThrow()) {
      assertThat(Sensors.insert(process, SensorRequest.of("luajit*:*")).done())
          .hasSizeGreaterThan(500);
      process.resume().orThrow();
      while (process.status().state() != ProcessStatus.State.EXITED) {
        Thread.sleep(5);
      }
      assertThat(process.status().exitCode()).hasValue(0);
      assertThat(output).hasContent("caught 200");
    }
  }

  @Test
  void sensors_whereLlvmUnwinds_areRefused() throws Exception {
    Path probe = Path.of("/usr/lib/x86_64-linux-gnu/libc++abi.so.1");
    assumeTrue(Files.exists(probe), "skipped: no libc++");
    refused(Built.cxx("throwing", "clang++", "-O2", "-stdlib=libc++"));
  }

  @Test
  void sensors_whereLibunwindUnwinds_areRefused() throws Exception {
    assumeTrue(Files.exists(HP_UNWINDER), "skipped: no " + HP_UNWINDER);
    String first = "-Wl,--no-as-needed," + HP_UNWINDER;
    refused(Built.cxx("throwing", "g++", "-O2", first));
  }

  /**
   * The unwinder is linked in statically and recognised by its calls into the C library, as in gcc
   * and its compilers.
   */
  @ParameterizedTest
  @ValueSource(strings = {"-O2", "-fno-plt"})
  void sensors_whereTheUnwinderIsLinkedInWithoutSymbols_areHiddenFromIt(String option)
      throws Exception {
    Path program =
        Built.stripped(
            Built.cxx("exceptions", "g++", option, "-static-libgcc", "-static-libstdc++"));
    try (Target target = Target.start(program, 1)) {
      String plain = target.run(ROUNDS).fixed();
      Map<String, Long> code = ProcessFiles.code(target.pid());
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorRequest all = SensorRequest.of(program.getFileName() + ":fn_*");
        assertThat(Sensors.insert(process, all).done()).hasSizeGreaterThan(500);
        assertThat(target.run(ROUNDS).fixed()).as(target::complaints).isEqualTo(plain);
        assertThat(plain).contains("errors 0");
      }
      assertThat(ProcessFiles.code(target.pid())).isEqualTo(code);
    }
  }

  /**
   * The unwinder is linked in together with the C library, without symbols that would show where.
   */
  @Test
  void sensors_whereAnUnknownUnwinderIsLinkedIn_areRefusedForThatReason() throws Exception {
    Path program = Built.stripped(Built.cxx("exceptions", "g++", "-O2", "-static"));
    refused(program);
    try (Target target = Target.start(program, 1);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      CodeRegion some = firstLong(process);
      SensorReport report = Sensors.insert(process, SensorRequest.of(some.qualifiedName()));
      // Where the kernel could only count, the reason for the refusal is still the unwinder, not
      // the use of the kernel.
      assertThat(report.refused())
          .singleElement()
          .satisfies(
              result -> {
                assertThat(result.refusal().orElseThrow().code()).isEqualTo(RefusalCode.UNWIND);
                assertThat(result.refusal().orElseThrow().message())
                    .contains(program.getFileName().toString());
              });
    }
  }

  private static CodeRegion firstLong(InstrumentedProcess process) {
    return process.check(SensorRequest.of("*:fn_*")).orThrow().refused().stream()
        .filter(result -> result.refusal().orElseThrow().code() == RefusalCode.UNWIND)
        .findFirst()
        .orElseThrow()
        .region();
  }

  private static void refused(Path program) throws Exception {
    String unit = program.getFileName().toString();
    try (Target target = Target.start(program, 1)) {
      String plain = target.run(20).fixed();
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        SensorRequest request = SensorRequest.builder(unit + ":*").backend(Backend.AGENT).build();
        SensorReport report = Sensors.insert(process, request);
        assertThat(report.done()).isEmpty();
        assertThat(codes(report.refused())).contains(RefusalCode.UNWIND);
        assertThat(target.run(20).fixed()).isEqualTo(plain).contains("errors 0");
      }
    }
  }

  private static List<RefusalCode> codes(List<SensorResult> refused) {
    return refused.stream().map(result -> result.refusal().orElseThrow().code()).toList();
  }
}
