package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.jvm.program.LastRoom;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sensors when no stack or memory is left: the program gets no error it would not get without them,
 * nothing is printed, and the profile is right afterwards.
 */
class LastRoomTest {
  private static final String OVERFLOW = "[java.lang.StackOverflowError]";

  private final JvmProvider provider = new JvmProvider();

  @TempDir private Path folder;

  private JavaProgram start(String... options) throws Exception {
    List<String> command = JavaProgram.command(List.of(options), LastRoom.class);
    JavaProgram program = JavaProgram.start(command, errors());
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  private Path errors() {
    return folder.resolve("errors");
  }

  private static String unit(String method) {
    return LastRoom.class.getName() + ":" + method;
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-Xmixed"})
  void firstCall_atTheEndOfTheStack_throwsNothingElse(String mode) throws Exception {
    try (JavaProgram program = start(mode);
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(unit("leaf")).orThrow();
      assertThat(program.ask("first")).isEqualTo("[]");
      RegionProfile leaf = process.profile().region("leaf(int)").orElseThrow();
      assertThat(leaf.calls()).isGreaterThan(100);
      assertThat(leaf.openCalls()).isZero();
    }
    assertThat(errors()).content().doesNotContain("ASSERTION", "Exception");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-Xmixed"})
  void overflow_againAndAgain_leavesNoCallOpenAndPrintsNothing(String mode) throws Exception {
    try (JavaProgram program = start(mode);
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(unit("*")).orThrow();
      assertThat(program.ask("first")).isEqualTo("[]");
      assertThat(program.ask("often")).isEqualTo(OVERFLOW);
      assertThat(program.ask("often")).isEqualTo(OVERFLOW);
      RegionProfile down = process.profile().region("down(int)").orElseThrow();
      assertThat(down.openCalls()).isZero();
      // These are outermost calls of a thread, and take about as long as the method that makes
      // them.
      RegionProfile often =
          process.profile().regions().stream()
              .filter(each -> each.region().name().startsWith("often("))
              .findFirst()
              .orElseThrow();
      assertThat(down.totalNanos()).isBetween(often.totalNanos() / 2, often.totalNanos());
    }
    assertThat(errors()).content().doesNotContain("ASSERTION", "Exception");
  }

  @Test
  void overflow_whilePrinting_printsNothingElse() throws Exception {
    try (JavaProgram program = start("-Xint");
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(unit("leaf")).orThrow();
      assertThat(program.ask("print")).isEqualTo(OVERFLOW);
    }
    assertThat(errors()).content().contains("100\n").doesNotContain("ASSERTION");
  }

  /** Attempting to measure each call would take minutes. */
  @Test
  @Timeout(60)
  void firstCall_withoutMemory_runsUnmeasured() throws Exception {
    try (JavaProgram program = start("-Xmx24m", "-XX:+UseSerialGC");
        InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
      process.instrument(unit("leaf")).orThrow();
      assertThat(program.ask("full")).isEqualTo("[]");
      assertThat(process.profile().region("leaf(int)").orElseThrow().openCalls()).isZero();
    }
  }

  @Test
  @Timeout(60)
  void detach_withoutMemory_letsTheNextSessionBegin() throws Exception {
    try (JavaProgram program = start("-Xmx24m", "-XX:+UseSerialGC")) {
      InstrumentedProcess first = provider.attach(program.pid()).orThrow();
      first.instrument(unit("leaf")).orThrow();
      assertThat(program.ask("hold")).isEqualTo("full");
      Thread.sleep(3000);
      first.close();
      assertThat(program.line()).isEqualTo("[]");
      Thread.sleep(500);
      try (InstrumentedProcess second = provider.attach(program.pid()).orThrow()) {
        second.instrument(unit("leaf")).orThrow();
        assertThat(program.ask("first")).isEqualTo("[]");
        assertThat(second.profile().region("leaf(int)").orElseThrow().calls()).isPositive();
      }
    }
  }

  /** Classes that the first attempt had already defined cannot be defined again. */
  @Test
  void attach_afterOneThatHadNoMemory_isDone() throws Exception {
    try (JavaProgram program = start("-XX:MaxDirectMemorySize=1m")) {
      assertThat(program.ask("direct")).isEqualTo("[]");
      Refusal refusal = provider.attach(program.pid()).refusal().orElseThrow();
      assertThat(refusal.code()).isEqualTo(RefusalCode.HELPER);
      assertThat(refusal.message()).contains("OutOfMemoryError");
      assertThat(errors())
          .as("what the program prints, but for the warning of agents from Java 21 on")
          .content()
          .doesNotContain("Error", "Exception", "ASSERTION", "\tat ");
      assertThat(program.ask("free")).isEqualTo("[]");
      try (InstrumentedProcess process = provider.attach(program.pid()).orThrow()) {
        process.instrument(unit("leaf")).orThrow();
        assertThat(program.ask("free")).isEqualTo("[]");
        assertThat(process.profile().region("leaf(int)").orElseThrow().calls()).isPositive();
      }
    }
  }
}
