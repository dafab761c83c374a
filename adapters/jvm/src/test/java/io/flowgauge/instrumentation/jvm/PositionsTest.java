package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.ThreadPosition;
import io.flowgauge.instrumentation.jvm.program.Places;
import io.flowgauge.instrumentation.jvm.program.Threads;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where the threads of a running Java program are. */
class PositionsTest {
  private static final int LOOKS = 200;

  private static ThreadPosition of(List<ThreadPosition> all, String method) {
    return all.stream()
        .filter(
            position ->
                Stream.concat(position.region().stream(), position.callers().stream())
                    .map(CodeRegion::qualifiedName)
                    .anyMatch((Places.class.getName() + ":" + method)::equals))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void positions_nameMethods_andWhetherThreadsRun() throws Exception {
    try (JavaProgram program = JavaProgram.start(JavaProgram.command(List.of(), Places.class))) {
      assertThat(program.line()).isEqualTo("ready");
      InstrumentedProcess process = new JvmProvider().attach(program.pid()).orThrow();
      try (process) {
        long[] nanos = new long[LOOKS];
        for (int k = 0; k < LOOKS; k++) {
          long begin = System.nanoTime();
          List<ThreadPosition> all = process.positions().orThrow();
          nanos[k] = System.nanoTime() - begin;
          ThreadPosition computes = of(all, "compute");
          assertThat(computes.runs()).isTrue();
          assertThat(computes.region().orElseThrow().name()).isEqualTo("compute");
          assertThat(of(all, "doze").runs()).isFalse();
          assertThat(of(all, "main").runs()).as("reads its input").isFalse();
        }
        Arrays.sort(nanos);
        System.out.printf("a look: median %d us%n", nanos[LOOKS / 2] / 1000);
      }
      assertThat(process.positions().refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.DETACHED);
    }
  }

  @Test
  void positions_threadThatThrowsWhenAskedItsIdAndState_isOneOfThem() throws Exception {
    try (JavaProgram program = JavaProgram.start(JavaProgram.command(List.of(), Threads.class))) {
      assertThat(program.line()).isEqualTo("ready");
      try (InstrumentedProcess process = new JvmProvider().attach(program.pid()).orThrow()) {
        program.say("odd 5000");
        ThreadPosition odd = null;
        while (odd == null) {
          odd = asleep(process.positions().orThrow());
        }
        assertThat(odd.runs()).isFalse();
        assertThat(odd.thread()).isPositive();
      }
    }
  }

  private static ThreadPosition asleep(List<ThreadPosition> all) {
    String outer = Threads.class.getName() + ":outer";
    return all.stream()
        .filter(each -> each.callers().stream().anyMatch(m -> m.qualifiedName().equals(outer)))
        .findFirst()
        .orElse(null);
  }
}
