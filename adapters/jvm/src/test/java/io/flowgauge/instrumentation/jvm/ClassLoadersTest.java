package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.jvm.program.Guests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One class defined by several loaders, which are code of the program. */
class ClassLoadersTest {
  private static final String ANSWER = Guests.class.getName() + "$Guest:answer";

  private final JvmProvider provider = new JvmProvider();

  private static JavaProgram start(String... guests) throws Exception {
    JavaProgram program = JavaProgram.start(JavaProgram.command(List.of(), Guests.class));
    assertThat(program.line()).isEqualTo("ready");
    for (String guest : guests) {
      assertThat(program.ask(guest)).startsWith("done");
    }
    return program;
  }

  private static long[] calls(InstrumentedProcess process) {
    return process.profile().regions().stream().mapToLong(RegionProfile::calls).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "equal", "throwing"})
  void instrument_loadersOfAKind_areDistinguished(String kind) throws Exception {
    try (JavaProgram program = start(kind, kind);
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      assertThat(process.instrument(ANSWER).orThrow().done()).hasSize(2);
      assertThat(program.ask(kind)).isEqualTo("done 126");
      assertThat(program.ask("call")).isEqualTo("done 126");
      assertThat(calls(process)).containsExactly(2, 2, 2);
      SensorReport out = process.deinstrument(ANSWER).orThrow();
      assertThat(out.done()).hasSize(3);
    }
  }

  @Test
  void instrument_loaderThatThrows_isNoObstacle() throws Exception {
    try (JavaProgram program = start("silent", "plain");
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      assertThat(process.instrument(ANSWER).orThrow().done()).hasSize(2);
      assertThat(program.ask("call")).isEqualTo("done 84");
      assertThat(calls(process)).containsExactly(1, 1);
    }
  }

  @Test
  void deinstrument_besidesAClassThatCannotBeChanged_isDone() throws Exception {
    try (JavaProgram program = start("broken", "plain");
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      SensorReport in = process.instrument(ANSWER).orThrow();
      assertThat(in.done()).hasSize(1);
      assertThat(in.refused()).hasSize(1);
      SensorReport out = process.deinstrument(ANSWER).orThrow();
      assertThat(out.refused()).isEmpty();
      assertThat(process.profile().regions()).hasSize(1).noneMatch(RegionProfile::installed);
    }
  }

  @Test
  void instrument_programWithDigestsOfItsOwn_usesNone() throws Exception {
    try (JavaProgram program = start("undigest", "plain");
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      assertThat(process.instrument(ANSWER).orThrow().done()).hasSize(1);
      assertThat(program.ask("plain")).isEqualTo("done 84");
      assertThat(calls(process)).containsExactly(1, 1);
    }
  }

  @Test
  void instrument_whileAClassIsLoaded_waitsForIt() throws Exception {
    try (JavaProgram program = start();
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      assertThat(program.ask("slow")).isEqualTo("loading");
      assertThat(process.instrument(ANSWER).orThrow().done()).hasSize(1);
      assertThat(program.line()).startsWith("done");
      assertThat(program.ask("call")).isEqualTo("done 42");
      assertThat(calls(process)[0]).isPositive();
    }
  }

  @Test
  void deinstrument_whileAClassIsLoaded_leavesNoSensorInIt() throws Exception {
    try (JavaProgram program = start();
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(ANSWER).orThrow();
      assertThat(program.ask("slow")).isEqualTo("loading");
      assertThat(process.deinstrument(ANSWER).orThrow().done()).hasSize(1);
      assertThat(program.line()).startsWith("done");
      long before = calls(process)[0];
      assertThat(program.ask("call")).isEqualTo("done 42");
      assertThat(calls(process)).containsExactly(before);
    }
  }
}
