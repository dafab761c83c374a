package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.RegionProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of functions in running programs. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class CallFunctionTest {
  private static final int CALLS = Sensors.LONG ? 10_000 : 300;

  /** Positions of the values that the program prints. */
  private static final int SETTING = 0;

  private static final int LAST = 1;
  private static final int FRACTION = 2;
  private static final int SUM = 3;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static Path program(String... options) throws Exception {
    return Built.cxx("called", "g++", options);
  }

  /** Starts the program and waits for an answer, as attaching must not come before its exec. */
  private static Questioned started(String... options) throws Exception {
    Questioned questioned = new Questioned(program(options));
    questioned.value(0);
    return questioned;
  }

  private static Outcome<AppliedChange> call(
      InstrumentedProcess process, String name, Number... arguments) {
    return process.change(
        new Change.CallFunction(
            RegionPattern.parse("called*:" + name), Arrays.asList(arguments), Optional.empty()));
  }

  private static Refusal refused(InstrumentedProcess process, String name, Number... arguments) {
    return call(process, name, arguments).refusal().orElseThrow();
  }

  @Test
  void call_setter_isDoneAndUndone() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      AppliedChange change = process.change(Change.call("called*:set_it", 8, 3)).orThrow();
      assertThat(change.result()).contains(3L);
      assertThat(change.stopped()).isPositive();
      assertThat(program.value(SETTING)).isEqualTo("8");
      assertThat(change.undo().value()).contains(change);
      assertThat(program.value(SETTING)).isEqualTo("3");
      assertThat(change.undo().value()).contains(change);
      assertThat(call(process, "set_it", 9).orThrow().undo().refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.NOT_UNDOABLE);
      assertThat(program.value(SETTING)).isEqualTo("9");
    }
  }

  @Test
  void call_everyKindOfArgument_arrives() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(call(process, "six", -1, 65_535, -3, 1L << 40, 5, 1).orThrow().result())
          .contains(-1 + 65_535 - 3 + (1L << 40) + 5 + 1);
      assertThat(program.value(LAST)).isEqualTo("" + ((1L << 40) + 65_537));
      assertThat(call(process, "fractions", 0.5, 0.25, 3, 1e10).orThrow().result())
          .contains(10_000_000_003.75);
      assertThat(program.value(FRACTION)).isEqualTo("0.75");
      assertThat(call(process, "half", 5).orThrow().result()).contains(2.5);
      assertThat(call(process, "nothing").orThrow().result()).isEmpty();
      assertThat(call(process, "catching", 6).orThrow().result()).contains(6L);
    }
  }

  @Test
  void call_withoutDebugInformation_takesWholeNumbers() throws Exception {
    try (Questioned program = started("-O2");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(call(process, "six", 1, 2, 3, 4, 5, 1).orThrow().result()).contains(16L);
      assertThat(refused(process, "half", 0.5).code()).isEqualTo(RefusalCode.WRONG_TYPE);
    }
  }

  @Test
  void call_whatCannotBe_isRefused() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(refused(process, "missing").code()).isEqualTo(RefusalCode.NO_TARGET);
      assertThat(refused(process, "*").code()).isEqualTo(RefusalCode.AMBIGUOUS);
      assertThat(refused(process, "set_it").code()).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "set_it", 1, 2).code()).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "set_it", 1L << 31).code()).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "set_it", 0.5).code()).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "large", 1).code()).isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(refused(process, "by_value", 1).code()).isEqualTo(RefusalCode.WRONG_TYPE);
      Change badUndo =
          new Change.CallFunction(
              RegionPattern.parse("set_it"), List.of(5L), Optional.of(List.of(0.5)));
      assertThat(process.change(badUndo).refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.WRONG_TYPE);
      assertThat(program.value(SETTING)).isEqualTo("3");
    }
  }

  @Test
  void call_thatFails_isGivenUpAndTheProgramGoesOn() throws Exception {
    List<String> expected;
    try (Questioned program = started("-O2", "-g")) {
      program.begin(2);
      expected = program.values();
    }
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(refused(process, "faulting", 0).message()).contains("signal 11");
      assertThat(refused(process, "aborting", 1).message()).contains("signal 6");
      assertThat(refused(process, "throwing", 1).message()).contains("signal 6");
      assertThat(refused(process, "dividing", 0).message()).contains("signal 8");
      assertThat(refused(process, "endless", 1).message()).contains("its call was abandoned");
      assertThat(refused(process, "sleeping", 100).message()).contains("its call was abandoned");
      assertThat(refused(process, "sleeping", 100).code()).isEqualTo(RefusalCode.CALL_FAILED);
      assertThat(call(process, "set_it", 3).orThrow().result()).contains(3L);
      program.begin(2);
      assertThat(program.values()).containsExactly("3", "0", "0", expected.get(SUM));
      program.begin(2);
      assertThat(refused(process, "faulting", 0).code()).isEqualTo(RefusalCode.CALL_FAILED);
      assertThat(program.values().get(SUM)).isEqualTo(expected.get(SUM));
    }
  }

  @Test
  void call_threadsWithinTheLibrary_isRefusedUntilOneIsNot() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      program.say("s");
      Thread.sleep(200);
      assertThat(refused(process, "set_it", 5).code()).isEqualTo(RefusalCode.NO_SAFE_POINT);
      program.say("");
      assertThat(program.values().get(SETTING)).isEqualTo("3");
      call(process, "set_it", 5).orThrow();
      assertThat(program.value(SETTING)).isEqualTo("5");
    }
  }

  @Test
  void call_ofStaticProgram_isRefused() throws Exception {
    try (Questioned program = started("-O2", "-g", "-static");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(refused(process, "set_it", 5).code()).isEqualTo(RefusalCode.NO_SAFE_POINT);
      assertThat(program.value(SETTING)).isEqualTo("3");
    }
  }

  @Test
  void call_besideSensors_countsTheCall() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      process.instrument("called*:*").orThrow();
      program.begin(3);
      program.values();
      call(process, "set_it", 4).orThrow();
      assertThat(refused(process, "throwing", 1).code()).isEqualTo(RefusalCode.CALL_FAILED);
      assertThat(call(process, "catching", 4).orThrow().result()).contains(4L);
      assertThat(process.profile().region("set_it").map(RegionProfile::calls)).contains(1L);
      assertThat(program.value(SETTING)).isEqualTo("4");
    }
  }

  @Test
  void call_whileThreadsCompute_leavesTheResultAsItIs() throws Exception {
    String expected;
    try (Questioned program = started("-O2", "-g")) {
      program.begin(3);
      expected = program.values().get(SUM);
    }
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      List<Long> stopped = new ArrayList<>();
      while (stopped.size() < CALLS) {
        program.begin(3);
        while (!program.hasAnswered()) {
          AppliedChange change = call(process, "allocating", 100).orThrow();
          assertThat(change.result()).contains(190L);
          stopped.add(change.stopped().toNanos() / 1000);
        }
        assertThat(program.values().get(SUM)).isEqualTo(expected);
      }
      print("of a computing program", stopped);
    }
  }

  private static void print(String what, List<Long> stopped) {
    stopped.sort(null);
    System.out.printf(
        "a thread %s is kept for a call: %d µs (median), %d µs (90 %%), %d µs at most, of %d%n",
        what,
        stopped.get(stopped.size() / 2),
        stopped.get(stopped.size() * 9 / 10),
        stopped.get(stopped.size() - 1),
        stopped.size());
  }

  @Test
  void call_ofProgramThatWaits_keepsItsThreadShortly() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      List<Long> stopped = new ArrayList<>();
      for (int k = 0; k < 200; k++) {
        AppliedChange change = call(process, "set_it", k).orThrow();
        stopped.add(change.stopped().toNanos() / 1000);
      }
      assertThat(program.value(SETTING)).isEqualTo("199");
      print("of a waiting program", stopped);
      assertThat(stopped.get(stopped.size() / 2)).isLessThan(20_000); // Allows for a busy machine.
    }
  }

  @Test
  void detach_undoesCalls() throws Exception {
    try (Questioned program = started("-O2", "-g")) {
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        process.change(Change.call("called*:set_it", 8, 3)).orThrow();
        process.change(Change.call("called*:set_it", 9, 8)).orThrow();
        assertThat(program.value(SETTING)).isEqualTo("9");
      }
      assertThat(program.value(SETTING)).isEqualTo("3");
    }
  }

  @Test
  void kill_ofTheTuner_undoesCalls() throws Exception {
    try (Questioned program = started("-O2", "-g")) {
      try (Tuner tuner = Tuner.start(program.pid(), "call", "called*:set_it", "8", "3")) {
        assertThat(program.value(SETTING)).isEqualTo("8");
        tuner.kill();
      }
      for (int k = 0; k < 100 && !program.value(SETTING).equals("3"); k++) {
        Thread.sleep(50);
      }
      assertThat(program.value(SETTING)).isEqualTo("3");
    }
  }

  @Test
  void kill_ofTheHelperDuringCalls_leavesTheProgramGoingOn() throws Exception {
    InstrumentationProvider provider = Sensors.provider();
    String expected;
    try (Questioned program = started("-O2", "-g")) {
      program.begin(3);
      expected = program.values().get(SUM);
    }
    try (Questioned program = started("-O2", "-g")) {
      for (int k = 0; k < (Sensors.LONG ? 300 : 10); k++) {
        program.begin(3);
        Thread caller = new Thread(() -> callUntilRefused(provider, program.pid()));
        caller.start();
        TimeUnit.MICROSECONDS.sleep(20_000 + 3_000 * (k % 20));
        killHelper(program);
        caller.join(30_000);
        assertThat(program.values().get(SUM)).isEqualTo(expected);
      }
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        assertThat(call(process, "set_it", 3).orThrow().result()).contains(3L);
      }
    }
  }

  @Test
  void kill_ofTheHelperBeforeTheThreadIsLent_allowsLaterCalls() throws Exception {
    InstrumentationProvider provider = Sensors.provider();
    try (Questioned program = started("-O2", "-g")) {
      program.say("s"); // Not at a safe point until the next line.
      Thread caller = new Thread(() -> callUntilRefused(provider, program.pid()));
      caller.start();
      TimeUnit.SECONDS.sleep(1);
      killHelper(program);
      caller.join(30_000);
      program.say("");
      assertThat(program.values().get(SETTING)).isEqualTo("3");
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        assertThat(call(process, "set_it", 8).orThrow().result()).contains(3L);
      }
      assertThat(program.value(SETTING)).isEqualTo("8");
    }
  }

  private static void killHelper(Questioned program) {
    ProcessHandle.current()
        .children()
        .filter(child -> child.pid() != program.pid())
        .forEach(ProcessHandle::destroyForcibly);
  }

  private static void callUntilRefused(InstrumentationProvider provider, long pid) {
    provider
        .attach(pid)
        .value()
        .ifPresent(
            process -> {
              try (process) {
                boolean goesOn = true;
                while (goesOn) {
                  goesOn = call(process, "allocating", 1000).value().isPresent();
                }
              }
            });
  }
}
