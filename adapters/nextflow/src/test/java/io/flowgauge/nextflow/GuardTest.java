package io.flowgauge.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import org.junit.jupiter.api.Test;

class GuardTest {
  private final List<String> warnings = new ArrayList<>();
  private final Guard guard = new Guard(warnings::add);

  @Test
  void attempt_workThatFails_isReportedOnce() {
    guard.attempt(
        () -> {
          throw new IOException("no space left");
        });
    guard.attempt(
        () -> {
          throw new IllegalStateException("later");
        });

    assertThat(warnings).singleElement().asString().contains("the run continues", "no space left");
  }

  /** Nextflow catches the exceptions of its observers, but not their errors. */
  @Test
  void attempt_workThatThrowsAnError_isReported() {
    guard.attempt(
        () -> {
          throw new ServiceConfigurationError("a damaged jar");
        });
    guard.attempt(
        () -> {
          throw new StackOverflowError();
        });

    assertThat(warnings).singleElement().asString().contains("a damaged jar");
  }
}
