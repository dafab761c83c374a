package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.Argument;
import io.flowgauge.instrumentation.Change.Condition;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rewriting results of calls in running programs, and undoing it. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class RewriteResultTest {
  private static final int CHANGES = Sensors.LONG ? 10_000 : 1_000;
  private static final List<String> NAMES =
      List.of(
          "whole",
          "fraction",
          "single",
          "flag",
          "text",
          "pair",
          "caught",
          "jumped",
          "returned",
          "recursive",
          "child",
          "more",
          "sum");
  private static final List<String> AT_FIRST =
      List.of("42", "3.5", "1.5", "1", "bc", "12", "-100", "-200", "4", "5", "8", "49500");

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static Path program(String... options) throws Exception {
    return Built.cxx("results", "g++", options);
  }

  /** Starts the program and waits for an answer, as attaching must not come before its exec. */
  private static Questioned started(Path program) throws IOException {
    Questioned questioned = new Questioned(program);
    questioned.value(0);
    return questioned;
  }

  private static String value(Questioned program, String name) throws IOException {
    return program.value(NAMES.indexOf(name));
  }

  private static Outcome<AppliedChange> rewrite(
      InstrumentedProcess process, String name, Number value, Condition... when) {
    return process.change(
        new Change.RewriteResult(RegionPattern.parse(name), value, List.of(when)));
  }

  private static Condition where(int index, long value) {
    return new Condition(Argument.at(index), value);
  }

  private static RefusalCode refused(InstrumentedProcess process, String name, Number value) {
    return rewrite(process, name, value).refusal().orElseThrow().code();
  }

  private static void isAsAtFirst(Questioned program) throws IOException {
    program.begin(0);
    assertThat(program.values().subList(0, AT_FIRST.size())).isEqualTo(AT_FIRST);
  }

  @Test
  void rewrite_everyKindOfNumber_isWhatCallersGet() throws Exception {
    try (Questioned program = started(program("-O2", "-g"))) {
      isAsAtFirst(program);
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        AppliedChange whole = rewrite(process, "results*:whole", -7).orThrow();
        rewrite(process, "fraction", 0.1).orThrow();
        rewrite(process, "single", 7).orThrow();
        rewrite(process, "flag", 0).orThrow();
        assertThat(value(program, "whole")).isEqualTo("-7");
        assertThat(value(program, "fraction")).isEqualTo("0.1");
        assertThat(value(program, "single")).isEqualTo("7");
        assertThat(value(program, "flag")).isEqualTo("0");
        assertThat(whole.stopped()).isPositive();
        assertThat(whole.calls()).isEqualTo(4);
        whole.undo().orThrow();
        assertThat(value(program, "whole")).isEqualTo("42");
        assertThat(whole.calls()).isEqualTo(4);
      }
      isAsAtFirst(program);
    }
  }

  @Test
  void rewrite_withoutDebugInformation_takesWholeNumbersOnly() throws Exception {
    try (Questioned program = started(program("-O2"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      rewrite(process, "whole", -1).orThrow();
      assertThat(value(program, "whole")).isEqualTo("-1");
      assertThat(refused(process, "fraction", 0.5)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(value(program, "fraction")).isEqualTo("3.5");
    }
  }

  @Test
  void rewrite_onConditions_meansThoseCallsAndTheNewestWins() throws Exception {
    try (Questioned program = started(program("-O2", "-g"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      AppliedChange never = rewrite(process, "whole", 1, where(1, 3)).orThrow();
      AppliedChange older = rewrite(process, "whole", 2, where(0, 20), where(1, 2)).orThrow();
      assertThat(value(program, "whole")).isEqualTo("2");
      AppliedChange newer = rewrite(process, "whole", 3, where(0, 20)).orThrow();
      assertThat(value(program, "whole")).isEqualTo("3");
      assertThat(value(program, "child"))
          .isEqualTo("8"); // The condition does not match whole(2, 1).
      newer.undo().orThrow();
      assertThat(value(program, "whole")).isEqualTo("2");
      older.undo().orThrow();
      assertThat(value(program, "whole")).isEqualTo("42");
      assertThat(never.calls()).isZero();
    }
  }

  @Test
  void rewrite_argumentAndResult_conditionsSeeTheCallersArguments() throws Exception {
    try (Questioned program = started(program("-O2", "-g"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      AppliedChange argument =
          process
              .change(
                  new Change.RewriteArgument(
                      RegionPattern.parse("whole"), Argument.at(0), 30, List.of(where(0, 20))))
              .orThrow();
      assertThat(value(program, "whole")).isEqualTo("62");
      rewrite(process, "whole", 5, where(0, 20)).orThrow();
      assertThat(value(program, "whole")).isEqualTo("5");
      assertThat(argument.calls()).isEqualTo(2);
    }
  }

  @Test
  void rewrite_inForkedChild_isDoneThereToo() throws Exception {
    try (Questioned program = started(program("-O2", "-g"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      rewrite(process, "whole", 50, where(0, 2)).orThrow();
      assertThat(value(program, "child")).isEqualTo("53");
      process.instrument("results*:*").orThrow();
      AppliedChange nested = rewrite(process, "recursive", 20, where(0, 1)).orThrow();
      assertThat(value(program, "child")).isEqualTo("72");
      assertThat(value(program, "recursive")).isEqualTo("24");
      nested.undo().orThrow();
      assertThat(value(program, "child")).isEqualTo("53");
    }
  }

  @Test
  void rewrite_callsThatAreLeft_leavesExceptionsAndJumpsAsTheyAre() throws Exception {
    try (Questioned program = started(program("-O2", "-g"))) {
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        rewrite(process, "thrown", 6).orThrow();
        rewrite(process, "jumped", 6).orThrow();
        assertThat(value(program, "caught")).isEqualTo("-100");
        assertThat(value(program, "jumped")).isEqualTo("-200");
        assertThat(value(program, "returned")).isEqualTo("6");
        assertThat(value(program, "more")).isEqualTo("" + (1000 * -100 + 500 * (6 - 200)));
      }
      isAsAtFirst(program);
    }
  }

  @Test
  void rewrite_besideASensor_leavesBothAsTheyAre() throws Exception {
    try (Questioned program = started(program("-O2", "-g"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      process.instrument("results*:recursive").orThrow();
      value(program, "recursive");
      AppliedChange change = rewrite(process, "recursive", 20, where(0, 1)).orThrow();
      assertThat(value(program, "recursive")).isEqualTo("24");
      assertThat(process.profile().region("recursive").orElseThrow().calls()).isEqualTo(12);
      change.undo().orThrow();
      assertThat(value(program, "recursive")).isEqualTo("5");
      assertThat(process.profile().region("recursive").orElseThrow().calls()).isEqualTo(18);
    }
  }

  @Test
  void rewrite_whatCannotBe_isRefused() throws Exception {
    try (Questioned program = started(program("-O2", "-g"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(refused(process, "nothing_such", 1)).isEqualTo(RefusalCode.NO_TARGET);
      assertThat(refused(process, "results*:*", 1)).isEqualTo(RefusalCode.AMBIGUOUS);
      assertThat(refused(process, "nothing", 1)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "results*:pair", 1)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "whole", 1L << 31)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "whole", 0.5)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "flag", 2)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "single", 1e300)).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(rewrite(process, "whole", 1, where(6, 1)).refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.WRONG_TYPE);
      for (int k = 0; k < 4; k++) {
        rewrite(process, "flag", 0, where(0, 10 + k)).orThrow();
      }
      assertThat(refused(process, "flag", 0)).isEqualTo(RefusalCode.LIMIT);
      isAsAtFirst(program);
    }
  }

  @Test
  void rewrite_andUndoWhileThreadsCallAndSignalsArrive_leavesTheOtherCalls() throws Exception {
    List<String> expected;
    try (Questioned program = started(program("-O2", "-g"))) {
      program.begin(3);
      expected = program.values();
    }
    try (Questioned program = started(program("-O2", "-g"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      long rewritten = 0;
      for (int k = 0; k < CHANGES; ) {
        // Half of the time the sensor stays in; otherwise it comes and goes with each change.
        AppliedChange kept =
            k % 2 == 0 ? rewrite(process, "results*:step", 1, where(3, 9)).orThrow() : null;
        program.begin(3);
        do {
          AppliedChange change = rewrite(process, "results*:step", -k - 2, where(3, 1)).orThrow();
          change.undo().orThrow();
          rewritten += change.calls();
          k++;
        } while (!program.hasAnswered());
        assertThat(program.values()).isEqualTo(expected);
        if (kept != null) {
          kept.undo().orThrow();
        }
      }
      assertThat(rewritten).isPositive();
    }
  }

  @Test
  void kill_ofTheTuner_undoes() throws Exception {
    try (Questioned program = started(program("-O2", "-g"))) {
      try (Tuner tuner = Tuner.start(program.pid(), "result", "whole", "5")) {
        assertThat(value(program, "whole")).isEqualTo("5");
        tuner.kill();
      }
      for (int k = 0; k < 100 && !value(program, "whole").equals("42"); k++) {
        Thread.sleep(50);
      }
      isAsAtFirst(program);
    }
  }
}
