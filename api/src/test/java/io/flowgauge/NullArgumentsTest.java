package io.flowgauge;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.QuantityList;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Subgraph;
import io.flowgauge.history.Backtest;
import io.flowgauge.history.History;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.Site;
import io.flowgauge.run.WorkflowRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A null argument is reported with the name of its parameter and, in a list, its position. */
class NullArgumentsTest {
  private static final Path FILE = Path.of("run.json");
  private static final WorkflowRun[] RUNS = {null};

  static Stream<Arguments> calls() {
    return Stream.of(
        call("path", () -> Flowgauge.read((Path) null)),
        call("more", () -> Flowgauge.read(FILE, (Path[]) null)),
        call("more[1]", () -> Flowgauge.read(FILE, FILE, null)),
        call("path", () -> Flowgauge.read((String) null)),
        call("more[0]", () -> Flowgauge.read("run.json", new String[] {null})),
        call("paths", () -> Flowgauge.read((List<Path>) null, name -> null)),
        call("paths[1]", () -> Flowgauge.read(Arrays.asList(FILE, null), name -> null)),
        call("paths[0]", () -> Flowgauge.runsIn(new Path[] {null})),
        call("run", () -> Flowgauge.write(null, FILE)),
        call("run", () -> Flowgauge.report(null)),
        call("groups", () -> Flowgauge.compare(null)),
        call("groups[0]", () -> Flowgauge.compare(Collections.singletonList(null))),
        call("runs", () -> History.of((WorkflowRun[]) null)),
        call("runs[0]", () -> History.of(RUNS)),
        call("runs", () -> History.of((List<WorkflowRun>) null)),
        call("file", () -> History.read(null)),
        call("file", () -> History.isSaved(null)),
        call("runs", () -> Backtest.of(null)),
        call("runs[0]", () -> Backtest.of(Arrays.asList(RUNS))),
        call("weights", () -> Law.mixture(null, List.of())),
        call("laws[0]", () -> Law.mixture(List.of(1.0), Collections.singletonList(null))),
        call("values", () -> Law.empirical((double[]) null)),
        call("sample", () -> Law.fit((double[]) null)),
        call("run", () -> MeasuredTimes.of(null)),
        call("services[0]", () -> RunningChain.of(Mode.DP, 1, Collections.singletonList(null))),
        call("runs", () -> new RunGroup("group", null)),
        call("runs[0]", () -> new RunGroup("group", Collections.singletonList(null))),
        call("report", () -> RunValues.of(null, List.of())),
        call("sites", () -> RunValues.of("run", null, Map.of())),
        call("values", () -> RunValues.of("run", Set.of(), (Map<Quantity, Double>) null)),
        call("quantities", () -> QuantityList.of(null)),
        call("types", () -> new Subgraph("name", null)),
        call("text", () -> Subgraph.parse(null)),
        call("time", () -> ActivityEvent.of("a", EventType.STARTED, (Instant) null)),
        call("regions", () -> new CodeProfile(0, null, List.of())),
        call("calls", () -> new CodeProfile(0, List.of(), null)),
        call("profiles", () -> CodeProfile.sum(null)),
        call("name", () -> new CodeProfile.CodeRegion(null, "", 1, 1, 1, 0)),
        call("host", () -> HostLoad.of(null, "cpu", "1", 0, 1, 1)),
        call("quantity", () -> HostLoad.of("host", null, "1", 0, 1, 1)),
        call("processors", () -> new Site("site", null)));
  }

  private static Arguments call(String named, ThrowingCallable call) {
    return Arguments.of(named, call);
  }

  @ParameterizedTest
  @MethodSource("calls")
  void anyCall_null_isNamed(String named, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(named);
  }
}
