package io.flowgauge.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.Instrumentation;
import io.flowgauge.instrumentation.InstrumentationProvider;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class InstalledTest {

  /**
   * Calls with another context class loader, as on threads of the common pool or of another
   * application in a container.
   */
  private static <T> T inAnotherContext(Supplier<T> what) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      return what.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void providersAndTunlets_threadInAnotherContext_areFound() {
    assertThat(inAnotherContext(Instrumentation::providers))
        .extracting(InstrumentationProvider::name)
        .containsExactlyInAnyOrder("native", "jvm");
    assertThat(inAnotherContext(AnalyzerBuilder::installed)).isNotEmpty();
  }
}
