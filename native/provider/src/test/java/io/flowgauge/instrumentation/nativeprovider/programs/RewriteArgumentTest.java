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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rewriting arguments of calls in running programs, and undoing it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RewriteArgumentTest {
  private static final int CHANGES = Sensors.LONG ? 2_000 : 500;
  private static final int SOL_SOCKET = 1;
  private static final int SO_RCVBUF = 8;

  /** Positions of the values that the program prints. */
  private static final int SIX = 0;

  private static final int POINTED = 1;
  private static final int NULL = 2;
  private static final int BUFFER = 3;
  private static final int CHILD = 4;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static Outcome<AppliedChange> rewrite(
      InstrumentedProcess process, String name, Argument argument, long value, Condition... when) {
    return process.change(
        new Change.RewriteArgument(RegionPattern.parse(name), argument, value, List.of(when)));
  }

  @Test
  void rewrite_everyArgument_isWhatTheFunctionGets() throws Exception {
    try (Questioned program = new Questioned(Built.c("calls"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(program.value(SIX)).isEqualTo("654321");
      long[] places = {1, 10, 100, 1000, 10_000, 100_000};
      for (int k = 0; k < places.length; k++) {
        AppliedChange change = rewrite(process, "six", Argument.at(k), 9).orThrow();
        assertThat(program.value(SIX)).isEqualTo("" + (654_321 + (8 - k) * places[k]));
        assertThat(change.calls()).isEqualTo(1); // The other call is made by the child.
        change.undo().orThrow();
        assertThat(program.value(SIX)).isEqualTo("654321");
      }
      assertThat(rewrite(process, "six", Argument.at(0), -1).orThrow().stopped()).isPositive();
      assertThat(program.value(SIX)).isEqualTo("654319");
    }
  }

  @Test
  void rewrite_inForkedChild_isDoneThereToo() throws Exception {
    try (Questioned program = new Questioned(Built.c("calls"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      rewrite(process, "six", Argument.at(0), 77).orThrow();
      assertThat(program.value(CHILD)).isEqualTo("77");
    }
  }

  @Test
  void rewrite_onConditions_meansThoseCallsAlone() throws Exception {
    try (Questioned program = new Questioned(Built.c("calls"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      AppliedChange never =
          rewrite(process, "six", Argument.at(0), 9, new Condition(Argument.at(2), 4)).orThrow();
      AppliedChange met =
          rewrite(
                  process,
                  "six",
                  Argument.at(1),
                  9,
                  new Condition(Argument.at(2), 3),
                  new Condition(Argument.at(5), 6))
              .orThrow();
      assertThat(program.value(SIX)).isEqualTo("654391");
      assertThat(never.calls()).isZero();
      assertThat(met.calls()).isEqualTo(1);
      met.undo().orThrow();
      assertThat(program.value(SIX)).isEqualTo("654321");
    }
  }

  /** Unloading a library also removes the changes to its functions. */
  @Test
  void rewrite_inALibraryLoadedAnew_isUndoneAlone() throws Exception {
    Path plugin = Built.c("plugin", "gcc", "-O2", "-shared", "-fPIC");
    List<String> command = List.of(Built.c("loader").toString(), "1");
    try (Target target = Target.start(Map.of("PLUGIN", plugin.toString()), command);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      target.ask("load");
      String plain = target.run(1).fixed();
      AppliedChange gone = rewrite(process, "plugin_call", Argument.at(0), 9).orThrow();
      String rewritten = target.run(1).fixed();
      assertThat(rewritten).isNotEqualTo(plain);
      target.ask("unload");
      target.ask("load");
      assertThat(target.run(1).fixed()).isEqualTo(plain);

      AppliedChange again = rewrite(process, "plugin_call", Argument.at(0), 9).orThrow();
      assertThat(target.run(1).fixed()).isEqualTo(rewritten);
      gone.undo().orThrow();
      assertThat(target.run(1).fixed()).isEqualTo(rewritten);
      assertThat(again.calls()).isEqualTo(2);
      again.undo().orThrow();
      assertThat(target.run(1).fixed()).isEqualTo(plain);
    }
  }

  @Test
  void rewrite_whatIsPointedTo_leavesTheProgramsOwn() throws Exception {
    try (Questioned program = new Questioned(Built.c("calls"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      rewrite(process, "calls*:pointed", Argument.pointedToBy(0, 4), 40).orThrow();
      assertThat(program.value(POINTED)).isEqualTo("140");
      assertThat(program.value(NULL)).isEqualTo("99");
    }
  }

  @Test
  void rewrite_bufferOfSockets_isWhatTheKernelGets() throws Exception {
    try (Questioned program = new Questioned(Built.c("calls"))) {
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        assertThat(program.value(BUFFER)).isEqualTo("16384"); // The kernel doubles it.
        rewrite(
                process,
                "libc.so*:setsockopt",
                Argument.pointedToBy(3, 4),
                65_536,
                new Condition(Argument.at(1), SOL_SOCKET),
                new Condition(Argument.at(2), SO_RCVBUF))
            .orThrow();
        assertThat(program.value(BUFFER)).isEqualTo("131072");
      }
      assertThat(program.value(BUFFER)).isEqualTo("16384");
    }
  }

  @Test
  void rewrite_besideASensor_leavesBothAsTheyAre() throws Exception {
    try (Questioned program = new Questioned(Built.c("calls"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      process.instrument("calls*:six").orThrow();
      program.value(SIX);
      AppliedChange change = rewrite(process, "calls*:six", Argument.at(0), 2).orThrow();
      assertThat(program.value(SIX)).isEqualTo("654322");
      assertThat(process.profile().region("six").orElseThrow().calls()).isEqualTo(2);
      assertThat(process.deinstrument("calls*:six").orThrow().done()).isEmpty();
      assertThat(program.value(SIX)).isEqualTo("654322");
      change.undo().orThrow();
      assertThat(program.value(SIX)).isEqualTo("654321");
      assertThat(process.profile().region("six").orElseThrow().calls()).isEqualTo(4);
      assertThat(process.deinstrument("calls*:six").orThrow().done()).hasSize(1);
    }
  }

  @Test
  void rewrite_whatCannotBe_isRefused() throws Exception {
    try (Questioned program = new Questioned(Built.c("calls"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(code(rewrite(process, "nothing", Argument.at(0), 1)))
          .isEqualTo(RefusalCode.NO_TARGET);
      assertThat(code(rewrite(process, "calls*:*", Argument.at(0), 1)))
          .isEqualTo(RefusalCode.AMBIGUOUS);
      assertThat(code(rewrite(process, "six", Argument.at(6), 1)))
          .isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(code(rewrite(process, "pointed", Argument.pointedToBy(0, 1), 256)))
          .isEqualTo(RefusalCode.WRONG_TYPE);
      for (int k = 0; k < 4; k++) {
        rewrite(process, "six", Argument.at(k), k + 1).orThrow();
      }
      assertThat(code(rewrite(process, "six", Argument.at(5), 1))).isEqualTo(RefusalCode.LIMIT);
      assertThat(program.value(SIX)).isEqualTo("654321");
    }
  }

  private static RefusalCode code(Outcome<AppliedChange> outcome) {
    return outcome.refusal().orElseThrow().code();
  }

  @Test
  void rewrite_andUndoWhileThreadsCall_leavesTheResultAsItIs() throws Exception {
    List<String> expected;
    try (Questioned program = new Questioned(Built.c("calls"))) {
      program.begin(4);
      expected = program.values();
    }
    try (Questioned program = new Questioned(Built.c("calls"));
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      AppliedChange kept = rewrite(process, "calls*:step", Argument.at(2), 1).orThrow();
      long longest = 0;
      for (int k = 0; k < CHANGES; k++) {
        if (k % 100 == 0) {
          program.begin(4);
        }
        AppliedChange change = rewrite(process, "calls*:step", Argument.at(2), k).orThrow();
        longest = Math.max(longest, change.took().toNanos());
        change.undo().orThrow();
        if (k % 100 == 99) {
          assertThat(program.values()).isEqualTo(expected);
        }
      }
      assertThat(kept.calls()).isEqualTo(CHANGES / 100 * 4_000_000L);
      System.out.printf("another argument was rewritten in %.1f ms at most%n", longest / 1e6);
      kept.undo().orThrow();
      for (int k = 0; k < 50; k++) {
        program.begin(4);
        AppliedChange change = rewrite(process, "calls*:step", Argument.at(2), k).orThrow();
        change.undo().orThrow();
        assertThat(program.values()).isEqualTo(expected);
      }
    }
  }
}
