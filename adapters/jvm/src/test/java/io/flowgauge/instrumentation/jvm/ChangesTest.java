package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.Argument;
import io.flowgauge.instrumentation.Change.Condition;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.jvm.program.Tunable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes in a program that reports its behaviour afterwards. */
class ChangesTest {
  private static final String UNIT = Tunable.class.getName() + ":";
  private static final String FIELDS = "7 false 1099511627776 0.5 1.5 a 1 2 11";
  private static final String MIXED = "1 2 3.5 false x";
  private static final String CALLS = "6 3.0 true 12 18";

  private static JavaProgram program;
  private InstrumentedProcess process;

  @BeforeAll
  static void start() throws IOException {
    program = JavaProgram.start(Tunable.class);
    assertThat(program.line()).isEqualTo("ready");
  }

  @AfterAll
  static void end() {
    program.close();
  }

  @BeforeEach
  void attach() {
    process = new JvmProvider().attach(program.pid()).orThrow();
  }

  @AfterEach
  void detach() throws IOException {
    process.close();
    assertThat(program.ask("fields")).isEqualTo(FIELDS);
    assertThat(program.ask("mixed")).isEqualTo(MIXED);
    assertThat(program.ask("6")).isEqualTo(CALLS);
    assertThat(program.ask("pool")).isEqualTo("2");
  }

  private static RegionPattern pattern(String name) {
    return RegionPattern.parse(UNIT + name);
  }

  private AppliedChange change(Change change) {
    return process.change(change).orThrow();
  }

  private RefusalCode refusal(Change change) {
    return process.change(change).refusal().orElseThrow().code();
  }

  private static Change argument(String name, int index, Number value, Condition... conditions) {
    return new Change.RewriteArgument(
        pattern(name), Argument.at(index), value, List.of(conditions));
  }

  private static Change result(String name, Number value, Condition... conditions) {
    return new Change.RewriteResult(pattern(name), value, List.of(conditions));
  }

  private static Condition where(int index, long value) {
    return new Condition(Argument.at(index), value);
  }

  @ParameterizedTest
  @CsvSource({
    "number, 9, 7, 9 false 1099511627776 0.5 1.5 a 1 2 11",
    "flag, 1, 0, 7 true 1099511627776 0.5 1.5 a 1 2 11",
    "wide, -1, 1099511627776, 7 false -1 0.5 1.5 a 1 2 11",
    "letter, 98, 97, 7 false 1099511627776 0.5 1.5 b 1 2 11",
    "small, -128, 1, 7 false 1099511627776 0.5 1.5 a -128 2 11",
    "middle, 32767, 2, 7 false 1099511627776 0.5 1.5 a 1 32767 11",
    "secret, 12, 11, 7 false 1099511627776 0.5 1.5 a 1 2 12"
  })
  void setVariable_whole_isSeenAndUndone(String name, long value, long before, String fields)
      throws Exception {
    AppliedChange change = change(Change.set(UNIT + name, value));
    assertThat(change.before()).contains(before);
    assertThat(change.stopped()).isZero();
    assertThat(program.ask("fields")).isEqualTo(fields);
    change.undo().orThrow();
    assertThat(program.ask("fields")).isEqualTo(FIELDS);
    assertThat(change.undo().orThrow()).isSameAs(change);
  }

  @ParameterizedTest
  @CsvSource({
    "fraction, 0.1, 0.5, 7 false 1099511627776 0.1 1.5 a 1 2 11",
    "single, 0.1, 1.5, 7 false 1099511627776 0.5 0.1 a 1 2 11"
  })
  void setVariable_fraction_isSeenAndUndoneAtDetach(
      String name, double value, double before, String fields) throws Exception {
    assertThat(change(Change.set(UNIT + name, value)).before()).contains(before);
    assertThat(program.ask("fields")).isEqualTo(fields);
  }

  @ParameterizedTest
  @CsvSource({
    "nothing, 1, NO_TARGET",
    "s*, 1, AMBIGUOUS",
    "FIXED, 1, READ_ONLY",
    "factor, 1, NO_TARGET",
    "text, 1, WRONG_TYPE",
    "number, 2147483648, WRONG_TYPE",
    "number, 1.5, WRONG_TYPE",
    "flag, 2, WRONG_TYPE",
    "letter, -1, WRONG_TYPE",
    "small, 128, WRONG_TYPE",
    "single, 1e300, WRONG_TYPE",
    "fraction, 9007199254740993, WRONG_TYPE"
  })
  void setVariable_whatCannotBe_isRefused(String name, String value, RefusalCode code) {
    Number number =
        value.matches("-?[0-9]+") ? (Number) Long.valueOf(value) : (Number) Double.valueOf(value);
    assertThat(refusal(Change.set(UNIT + name, number))).isEqualTo(code);
  }

  @Test
  void setVariable_ofAClassNotUsedYet_isRefused() throws Exception {
    String unit = Tunable.class.getName() + "$Unused";
    assertThat(refusal(Change.set(unit + ":value", 1))).isEqualTo(RefusalCode.NO_SAFE_POINT);
  }

  /** Packages of the JDK are not open to other modules. */
  @Test
  void setVariable_privateOfTheJdk_isSetAndUndone() {
    AppliedChange change = change(Change.set("jdk.internal.misc.VM:peakFinalRefCount", 1000));
    assertThat(change.before()).isPresent();
    change.undo();
  }

  @Test
  void undo_variableTheProgramHasSetSince_isRefused() throws Exception {
    AppliedChange change = change(Change.set(UNIT + "number", 8));
    program.ask("number10");
    assertThat(change.undo().refusal().orElseThrow().code()).isEqualTo(RefusalCode.CHANGED_SINCE);
    assertThat(program.ask("fields")).startsWith("10 ");
    program.ask("number7");
  }

  @Test
  void undo_olderOfTwo_waitsForTheNewer() throws Exception {
    AppliedChange first = change(Change.set(UNIT + "number", 8));
    AppliedChange second = change(Change.set(UNIT + "number", 9));
    assertThat(first.undo().refusal().orElseThrow().code()).isEqualTo(RefusalCode.CHANGED_SINCE);
    second.undo().orThrow();
    first.undo().orThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "0, -5, -5 2 3.5 false x",
    "1, 1099511627776, 1 1099511627776 3.5 false x",
    "2, 4, 1 2 4.0 false x",
    "3, 1, 1 2 3.5 true x",
    "4, 121, 1 2 3.5 false y"
  })
  void rewriteArgument_ofEachType_isSeenAndUndone(int index, long value, String seen)
      throws Exception {
    AppliedChange change = change(argument("mixed", index, value));
    assertThat(program.ask("mixed")).isEqualTo(seen);
    assertThat(change.calls()).isEqualTo(1);
    change.undo().orThrow();
    assertThat(program.ask("mixed")).isEqualTo(MIXED);
    assertThat(change.calls()).isEqualTo(1);
  }

  @Test
  void rewriteArgument_withConditions_concernsCallsThatMeetAll() throws Exception {
    AppliedChange change = change(argument("clamped", 1, 4, where(0, 6), where(1, 100)));
    assertThat(program.ask("6")).isEqualTo("4 3.0 true 12 18");
    assertThat(program.ask("7")).isEqualTo("7 3.5 false 14 21");
    assertThat(change.calls()).isEqualTo(1);
  }

  /** Conditions see the arguments that the caller passed, whatever other rewrites do. */
  @Test
  void rewrites_several_seeTheArgumentsOnEntry() throws Exception {
    change(argument("mixed", 0, 5));
    change(argument("mixed", 1, 6, where(0, 1)));
    change(argument("mixed", 2, 7.25, where(0, 5)));
    change(argument("mixed", 3, 1, where(2, 3)));
    assertThat(program.ask("mixed")).isEqualTo("5 6 3.5 false x");
  }

  @Test
  void rewriteResult_conditionalAndNot_isSeen() throws Exception {
    AppliedChange half = change(result("half", 0.25));
    change(result("even", 0, where(0, 6)));
    change(result("clamped", 77, where(0, 6)));
    change(result("scaled", -3, where(0, 7)));
    assertThat(program.ask("6")).isEqualTo("77 0.25 false 12 18");
    assertThat(program.ask("7")).isEqualTo("7 0.25 false 14 -3");
    assertThat(half.calls()).isEqualTo(2);
  }

  @Test
  void rewrites_withSensors_inAnyOrder_areBothInEffect() throws Exception {
    process.instrument(UNIT + "clamped", UNIT + "spin").orThrow();
    AppliedChange change = change(result("clamped", 5, where(0, 6)));
    change(argument("spin", 0, 1, where(0, 6)));
    process.instrument(UNIT + "half").orThrow();
    change(argument("half", 0, 1));
    process.instrument(UNIT + "half", UNIT + "scaled").orThrow();
    assertThat(program.ask("6")).isEqualTo("5 0.5 true 12 18");
    assertThat(process.profile().region("clamped(int,int)").orElseThrow().calls()).isEqualTo(1);
    assertThat(process.profile().region("half(double)").orElseThrow().calls()).isEqualTo(1);
    process.deinstrument(UNIT + "clamped").orThrow();
    assertThat(program.ask("6")).startsWith("5 0.5 ");
    change.undo().orThrow();
    assertThat(program.ask("6")).startsWith("6 0.5 ");
    assertThat(process.profile().region("half(double)").orElseThrow().calls()).isEqualTo(3);
  }

  @Test
  void rewrites_whatCannotBe_areRefused() {
    assertThat(refusal(argument("clamped", 2, 1))).isEqualTo(RefusalCode.ARGUMENT);
    assertThat(refusal(argument("clamped", 0, 1.5))).isEqualTo(RefusalCode.WRONG_TYPE);
    assertThat(refusal(argument("main", 0, 1))).isEqualTo(RefusalCode.WRONG_TYPE);
    assertThat(refusal(argument("twice", 0, 1))).isEqualTo(RefusalCode.AMBIGUOUS);
    assertThat(refusal(result("spin", 1))).isEqualTo(RefusalCode.WRONG_TYPE);
    assertThat(refusal(result("mixed", 1))).isEqualTo(RefusalCode.WRONG_TYPE);
    Change pointed =
        new Change.RewriteArgument(pattern("half"), Argument.pointedToBy(0, 8), 1, List.of());
    assertThat(refusal(pointed)).isEqualTo(RefusalCode.WRONG_TYPE);
    Change bodiless =
        new Change.RewriteResult(
            RegionPattern.parse(Tunable.class.getName() + "$Bodiless:nothing"), 1, List.of());
    assertThat(refusal(bodiless)).isEqualTo(RefusalCode.NO_BODY);
    assertThat(
            refusal(
                new Change.RewriteResult(
                    RegionPattern.parse("java.lang.Long:hashCode()"), 1, List.of())))
        .isEqualTo(RefusalCode.UNMODIFIABLE);
  }

  @Test
  void callFunction_static_isCalledAndUndone() throws Exception {
    AppliedChange change = change(Change.call(UNIT + "setSecret", 21, 11));
    assertThat(change.result()).contains(11L);
    assertThat(program.ask("fields")).endsWith(" 21");
    change.undo().orThrow();
    assertThat(program.ask("fields")).endsWith(" 11");
    change(Change.call(UNIT + "setSecret", 22, 11));
  }

  @Test
  void callFunction_thatFailsOrHangs_isRefused() {
    assertThat(refusal(Change.call(UNIT + "fail", 1, 1))).isEqualTo(RefusalCode.CALL_FAILED);
    assertThat(refusal(Change.call(UNIT + "hang", 60_000, 1))).isEqualTo(RefusalCode.CALL_FAILED);
    Change none = new Change.CallFunction(pattern("twice(int)"), List.of(3L), Optional.empty());
    AppliedChange change = change(none);
    assertThat(change.result()).contains(6L);
    assertThat(change.undo().refusal().orElseThrow().code()).isEqualTo(RefusalCode.NOT_UNDOABLE);
    assertThat(refusal(new Change.CallFunction(pattern("twice(int)"), List.of(), Optional.empty())))
        .isEqualTo(RefusalCode.ARGUMENT);
  }

  @Test
  void callFunction_onObjects_reachesThePoolInUse() throws Exception {
    String method = ThreadPoolName.SET_CORE;
    AppliedChange change = change(Change.call(method, 5, 2));
    assertThat(program.ask("pool")).isEqualTo("5");
    change.undo().orThrow();
    assertThat(program.ask("pool")).isEqualTo("2");
    AppliedChange size =
        change(
            new Change.CallFunction(
                RegionPattern.parse(ThreadPoolName.GET_CORE), List.of(), Optional.empty()));
    assertThat(size.result()).contains(2L);
    change(Change.call(method, 3, 2));
  }

  /** Names of methods of the JDK's thread pools. */
  private static final class ThreadPoolName {
    static final String SET_CORE = "java.util.concurrent.ThreadPoolExecutor:setCorePoolSize";
    static final String GET_CORE = "java.util.concurrent.ThreadPoolExecutor:getCorePoolSize";

    private ThreadPoolName() {}
  }

  @Test
  void callFunction_onObjectsOfAClassNotInUse_isRefused() {
    assertThat(refusal(Change.call("java.util.concurrent.Semaphore:tryAcquire(int)", 1, 1)))
        .isIn(RefusalCode.NO_SAFE_POINT, RefusalCode.NO_TARGET);
  }

  private static Path library(Path folder) throws IOException {
    Path source = folder.resolve("Other.java");
    Files.writeString(
        source,
        "package other; public class Other {\n"
            + "  static int clamped(int value, int most) { return Helper.MINUS; }\n"
            + "  public static int scaled("
            + Tunable.class.getName()
            + " o, int v) { return v; }\n"
            + "  public static int even(long value) { return 1; }\n"
            + "  public int half(double value) { return 1; }\n"
            + "  static class Helper { static final int MINUS = Integer.parseInt(\"-9\"); }\n"
            + "}\n");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-cp",
                JavaProgram.CLASSES.toString(),
                "-d",
                "" + folder,
                "" + source);
    assertThat(compiled).isZero();
    return folder;
  }

  private static Change replacement(String name, Path library, String by) {
    return new Change.ReplaceFunction(pattern(name), library, "other.Other." + by);
  }

  @Test
  void replaceFunction_staticAndNot_callsTheOther(@TempDir Path folder) throws Exception {
    Path library = library(folder);
    process.instrument(UNIT + "scaled").orThrow();
    AppliedChange first = change(replacement("clamped", library, "clamped"));
    change(replacement("scaled", library, "scaled"));
    assertThat(program.ask("6")).isEqualTo("-9 3.0 true 12 6");
    assertThat(first.calls()).isEqualTo(1);
    change(result("clamped", 8, where(0, 6)));
    assertThat(program.ask("6")).isEqualTo("8 3.0 true 12 6");
    first.undo().orThrow();
    assertThat(program.ask("7")).isEqualTo("7 3.5 false 14 7");
    assertThat(process.profile().region("scaled(int)").orElseThrow().calls()).isEqualTo(3);
  }

  @Test
  void replaceFunction_whatCannotBe_isRefused(@TempDir Path folder) throws Exception {
    Path library = library(folder);
    assertThat(refusal(replacement("even", library, "even"))).isEqualTo(RefusalCode.WRONG_TYPE);
    assertThat(refusal(replacement("half", library, "half"))).isEqualTo(RefusalCode.WRONG_TYPE);
    assertThat(refusal(replacement("even", library, "odd"))).isEqualTo(RefusalCode.NO_LIBRARY);
    assertThat(refusal(replacement("even", folder.resolve("no"), "even")))
        .isEqualTo(RefusalCode.NO_LIBRARY);
    assertThat(refusal(replacement("<init>", library, "even"))).isEqualTo(RefusalCode.UNSUPPORTED);
  }

  @Test
  void change_afterDetach_isRefused() {
    AppliedChange change = change(Change.set(UNIT + "number", 8));
    process.detach();
    assertThat(refusal(Change.set(UNIT + "number", 8))).isEqualTo(RefusalCode.DETACHED);
    assertThat(change.undo().orThrow()).isSameAs(change);
    assertThat(change.took()).isBetween(Duration.ofNanos(1), Duration.ofSeconds(10));
  }
}
