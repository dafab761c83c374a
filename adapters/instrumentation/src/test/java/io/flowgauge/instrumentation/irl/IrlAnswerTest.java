package io.flowgauge.instrumentation.irl;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IrlAnswerTest {
  private static final Refusal NO_PROJECT = NotFound.of(ProcessPattern.named("mProject-none"));
  private static final Refusal NO_DIFF = NotFound.of(ProcessPattern.named("mDiff-none"));
  private static final Refusal OTHER = new Refusal(RefusalCode.SYSTEM, "cannot be reached");

  private static IrlAnswer answer(List<Refusal> notFound, long... pids) {
    return new IrlAnswer(
        notFound,
        LongStream.of(pids)
            .mapToObj(pid -> TargetProcess.builder(pid, "p" + pid).build())
            .map(process -> new ProcessAnswer(process, List.of()))
            .toList());
  }

  @Test
  void joined_patternMatchesSomewhere_isFound() {
    IrlAnswer joined =
        IrlAnswer.joined(
            List.of(answer(List.of(NO_PROJECT), 1), answer(List.of(NO_PROJECT, NO_DIFF), 2, 3)));
    assertThat(joined.notFound()).containsExactly(NO_PROJECT);
    assertThat(joined.processes())
        .extracting(one -> one.process().pid())
        .containsExactly(1L, 2L, 3L);
  }

  @Test
  void joined_otherRefusals_areAllKept() {
    assertThat(IrlAnswer.joined(List.of(answer(List.of(OTHER)), answer(List.of(OTHER)))).notFound())
        .containsExactly(OTHER, OTHER);
  }

  @Test
  void joined_one_isTheSame() {
    IrlAnswer one = answer(List.of(NO_PROJECT, OTHER), 7);
    assertThat(IrlAnswer.joined(List.of(one)).notFound())
        .containsExactlyInAnyOrder(NO_PROJECT, OTHER);
    assertThat(IrlAnswer.joined(List.of(one)).processes()).isEqualTo(one.processes());
  }
}
