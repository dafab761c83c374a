package io.flowgauge.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChangeTest {
  private static final RegionPattern SETSOCKOPT = RegionPattern.parse("libc.so*:setsockopt");

  @Test
  void saysWhatItChanges() {
    assertThat(Change.set("libopen-pal.so*:opal_progress_yield_when_idle", 1))
        .hasToString("set libopen-pal.so*:opal_progress_yield_when_idle = 1");
    assertThat(Change.call("omp_set_num_threads", 2, 4))
        .hasToString("call *:omp_set_num_threads[2]");
    assertThat(
            new Change.RewriteArgument(
                SETSOCKOPT,
                Change.Argument.pointedToBy(3, 4),
                2_000_000,
                List.of(new Change.Condition(Change.Argument.at(2), 8))))
        .hasToString(
            "rewrite argument 3 (4 bytes it points to) of libc.so*:setsockopt to 2000000"
                + " where [argument 2 is 8]");
    assertThat(new Change.RewriteResult(SETSOCKOPT, 0, List.of()))
        .hasToString("rewrite the result of libc.so*:setsockopt to 0");
    assertThat(new Change.ReplaceFunction(SETSOCKOPT, Path.of("wide.so"), "set_wide"))
        .hasToString("replace libc.so*:setsockopt by set_wide of wide.so");
  }

  @Test
  void keepsWholeNumbersAndFractionsApart() {
    assertThat(new Change.SetVariable(SETSOCKOPT, (short) 3).value()).isEqualTo(3L);
    assertThat(new Change.SetVariable(SETSOCKOPT, 0.5f).value()).isEqualTo(0.5);
    assertThat(
            new Change.CallFunction(SETSOCKOPT, List.of(1, 2.5), Optional.of(List.of((byte) 4)))
                .undo())
        .contains(List.of(4L));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Change.set("v", BigDecimal.ONE))
        .withMessageContaining("but is 1");
  }

  @Test
  void refusesArgumentsThatCannotBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Change.Argument.at(-1))
        .withMessageContaining("-1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Change.Argument.pointedToBy(0, 3))
        .withMessageContaining("3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Change.ReplaceFunction(SETSOCKOPT, Path.of("wide.so"), ""));
  }
}
