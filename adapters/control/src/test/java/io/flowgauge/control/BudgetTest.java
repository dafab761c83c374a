package io.flowgauge.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private final Budget budget = new Budget(1);

  @Test
  void ended_examination_isCountedAndLetGo() throws Exception {
    WeakReference<Object> examination = examine(1e15);
    for (int k = 0; k < 100 && examination.get() != null; k++) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(examination.get()).isNull();
    budget.update(1);
    assertThat(budget.spentNanos()).isBetween(1e15, 1.1e15);
  }

  private WeakReference<Object> examine(double nanos) {
    Object examination = new Object();
    budget.recordSensorCost(examination, nanos / 2);
    budget.recordEnd(examination, nanos, 1);
    return new WeakReference<>(examination);
  }
}
