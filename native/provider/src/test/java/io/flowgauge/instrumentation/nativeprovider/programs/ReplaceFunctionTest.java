package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Replacing functions of running programs by other functions. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ReplaceFunctionTest {
  private static final int CHANGES = Sensors.LONG ? 10_000 : 500;
  private static final int MIXED = 0;
  private static final int CAUGHT = 1;
  private static final int CHILD = 2;
  private static final int WAITED = 4;
  private static final int SUM = 5;
  private static final List<String> AT_FIRST =
      List.of("" + (1 + 4 + 9 + 65 + 25 + 36 + 49 + 64), "" + (int) 'o', "3", "1", "0", "0");
  private static final String MIXED_NEW = "" + (1_000_000 * (1 + 2 + 3 + 65 + 5 + 6 + 7 + 8) + 100);

  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static Questioned started(String... options) throws Exception {
    Questioned questioned = new Questioned(Built.cxx("replaced", "g++", options));
    questioned.value(0);
    return questioned;
  }

  private static Path library(String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of(options));
    all.addAll(List.of("-O2", "-shared", "-fPIC"));
    return Built.cxx("replacements", "g++", all.toArray(String[]::new));
  }

  private static Outcome<AppliedChange> replace(
      InstrumentedProcess process, String name, Path library, String by) {
    return process.change(
        new Change.ReplaceFunction(RegionPattern.parse("replaced*:" + name), library, by));
  }

  private static RefusalCode refused(
      InstrumentedProcess process, String name, Path library, String by) {
    return replace(process, name, library, by).refusal().orElseThrow().code();
  }

  private static void isAsAtFirst(Questioned program) throws IOException {
    program.begin(0);
    assertThat(program.values()).isEqualTo(AT_FIRST);
  }

  @Test
  void replace_functions_areCalledInsteadUntilUndone() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      Map<String, Long> code = ProcessFiles.code(program.pid());
      AppliedChange mixed = replace(process, "mixed", library("-g"), "mixed_new").orThrow();
      AppliedChange thrown = replace(process, "thrown", library("-g"), "thrown_new").orThrow();
      assertThat(program.value(MIXED)).isEqualTo(MIXED_NEW);
      assertThat(program.value(CAUGHT)).isEqualTo("" + (int) 'n');
      assertThat(program.value(CHILD)).isEqualTo("30");
      assertThat(mixed.calls()).isEqualTo(3);
      assertThat(mixed.stopped()).isPositive();
      assertThat(mixed.undo().value()).contains(mixed);
      assertThat(program.value(MIXED)).isEqualTo(AT_FIRST.get(MIXED));
      assertThat(program.value(CHILD)).isEqualTo("30");
      thrown.undo().orThrow();
      assertThat(mixed.undo().value()).contains(mixed);
      isAsAtFirst(program);
      Map<String, Long> now = ProcessFiles.code(program.pid());
      code.forEach((file, bytes) -> assertThat(now).containsEntry(file, bytes));
    }
  }

  @Test
  void replace_callsUnderWay_endInTheOldOne() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      program.begin(1500);
      Thread.sleep(200);
      AppliedChange change = replace(process, "waiting", library("-g"), "waiting_new").orThrow();
      assertThat(program.values().get(WAITED)).isEqualTo("1500");
      program.begin(1500);
      assertThat(program.values().get(WAITED)).isEqualTo("-1500");
      change.undo().orThrow();
      program.begin(101);
      assertThat(program.values().get(WAITED)).isEqualTo("101");
    }
  }

  @Test
  void replace_besideASensorAndRewrites_measuresWhatIsExecuted() throws Exception {
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      process.instrument("replaced*:thrown").orThrow();
      program.value(CHILD);
      replace(process, "thrown", library("-g"), "thrown_new").orThrow();
      process
          .change(
              new Change.RewriteArgument(
                  RegionPattern.parse("replaced*:thrown"),
                  Change.Argument.at(0),
                  4,
                  List.of(new Change.Condition(Change.Argument.at(0), 3))))
          .orThrow();
      assertThat(program.value(CHILD)).isEqualTo("40");
      assertThat(program.value(CAUGHT)).isEqualTo("" + (int) 'n');
      Outcome<AppliedChange> both =
          process.change(
              new Change.RewriteResult(RegionPattern.parse("replaced*:thrown"), 1, List.of()));
      assertThat(both.refusal().orElseThrow().code()).isEqualTo(RefusalCode.LIMIT);
      assertThat(process.deinstrument("replaced*:thrown").orThrow().done()).isEmpty();
    }
  }

  @Test
  void replace_twice_theNewestWins() throws Exception {
    try (Questioned program = started("-O2");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      AppliedChange older = replace(process, "thrown", library(), "thrown_new").orThrow();
      AppliedChange newer = replace(process, "thrown", library(), "waiting_new").orThrow();
      assertThat(program.value(CHILD)).isEqualTo("" + (-3 & 0xff));
      newer.undo().orThrow();
      assertThat(program.value(CHILD)).isEqualTo("30");
      older.undo().orThrow();
      isAsAtFirst(program);
    }
  }

  @Test
  void replace_whatCannotBe_isRefusedAndChangesNothing() throws Exception {
    Path text = Files.writeString(folder.resolve("text.so"), "no library");
    Path object = Path.of("/bin/true");
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      Path library = library("-g");
      assertThat(refused(process, "missing", library, "mixed_new"))
          .isEqualTo(RefusalCode.NO_TARGET);
      assertThat(refused(process, "*", library, "mixed_new")).isEqualTo(RefusalCode.AMBIGUOUS);
      assertThat(refused(process, "mixed", library, "missing")).isEqualTo(RefusalCode.NO_LIBRARY);
      assertThat(refused(process, "mixed", library, "number")).isEqualTo(RefusalCode.NO_LIBRARY);
      assertThat(refused(process, "mixed", folder.resolve("none.so"), "mixed_new"))
          .isEqualTo(RefusalCode.NO_LIBRARY);
      assertThat(refused(process, "mixed", Path.of("none.so"), "mixed_new"))
          .isEqualTo(RefusalCode.NO_LIBRARY);
      assertThat(refused(process, "mixed", text, "mixed_new")).isEqualTo(RefusalCode.NO_LIBRARY);
      assertThat(refused(process, "mixed", object, "main")).isEqualTo(RefusalCode.NO_LIBRARY);
      assertThat(refused(process, "mixed", library, "other")).isEqualTo(RefusalCode.WRONG_TYPE);
      isAsAtFirst(program);
    }
  }

  @Test
  void replace_libraryThatLacksSymbols_isRefusedWithTheLinkersReason() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("bad.c"), "int missing(void);int f(int k){return missing()+k;}");
    Path bad = folder.resolve("bad.so");
    new ProcessBuilder("gcc", "-shared", "-fPIC", "" + source, "-o", "" + bad).start().waitFor();
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      var why = replace(process, "thrown", bad, "f").refusal().orElseThrow();
      assertThat(why.code()).isEqualTo(RefusalCode.NO_LIBRARY);
      assertThat(why.message()).contains("undefined symbol: missing");
      isAsAtFirst(program);
    }
  }

  @Test
  void replace_inStaticProgram_isRefused() throws Exception {
    try (Questioned program = started("-O2", "-g", "-static");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      assertThat(refused(process, "mixed", library("-g"), "mixed_new"))
          .isEqualTo(RefusalCode.NO_LIBRARY);
      isAsAtFirst(program);
    }
  }

  @Test
  void replace_andUndoWhileThreadsCallAndSignalsArrive_leavesTheResult() throws Exception {
    String expected;
    try (Questioned program = started("-O2", "-g")) {
      program.begin(3);
      expected = program.values().get(SUM);
    }
    try (Questioned program = started("-O2", "-g");
        InstrumentedProcess process = Sensors.attach(program.pid())) {
      List<Duration> stopped = new ArrayList<>();
      long calls = 0;
      while (stopped.size() < CHANGES) {
        program.begin(3);
        do {
          AppliedChange change = replace(process, "step", library("-g"), "step_new").orThrow();
          stopped.add(change.stopped());
          change.undo().orThrow();
          calls += change.calls();
        } while (!program.hasAnswered());
        assertThat(program.values().get(SUM)).isEqualTo(expected);
      }
      stopped.sort(Comparator.naturalOrder());
      System.out.printf(
          "threads are stopped to replace a function: %d µs (median) of %d changes, %d calls%n",
          stopped.get(stopped.size() / 2).toNanos() / 1000, stopped.size(), calls);
      assertThat(calls).isPositive();
      isAsAtFirst(program);
    }
  }

  @Test
  void detachAndKill_putTheFunctionBack() throws Exception {
    try (Questioned program = started("-O2", "-g")) {
      try (InstrumentedProcess process = Sensors.attach(program.pid())) {
        replace(process, "mixed", library("-g"), "mixed_new").orThrow();
        assertThat(program.value(MIXED)).isEqualTo(MIXED_NEW);
      }
      isAsAtFirst(program);
      String library = library("-g").toString();
      try (Tuner tuner =
          Tuner.start(program.pid(), "replace", "replaced*:mixed", library, "mixed_new")) {
        assertThat(program.value(MIXED)).isEqualTo(MIXED_NEW);
        tuner.kill();
      }
      for (int k = 0; k < 100 && program.value(MIXED).equals(MIXED_NEW); k++) {
        Thread.sleep(50);
      }
      isAsAtFirst(program);
    }
  }
}
