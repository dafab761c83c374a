package io.flowgauge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaClassesTest {
  private final Thread thread = Thread.currentThread();
  private final ClassLoader before = thread.getContextClassLoader();

  @AfterEach
  void reset() {
    thread.setContextClassLoader(before);
  }

  /** As in a plug-in of an engine. */
  @Test
  void open_contextLoaderThatDoesNotKnowKafka_opens() throws Exception {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    thread.setContextClassLoader(platform);
    try (LogSink sink = LogDestination.parse("kafka://127.0.0.1:1/events").open()) {
      assertThat(sink.confirmed()).isEqualTo(Long.MAX_VALUE);
    }
    assertThat(thread.getContextClassLoader()).isSameAs(platform);
  }

  /** The context class loader may have classes that settings name. */
  @Test
  void visible_contextLoaderThatKnowsKafka_stays() {
    ClassLoader own = new ClassLoader(before) {};
    thread.setContextClassLoader(own);
    assertThat(KafkaClasses.withKafkaClassLoader(thread::getContextClassLoader)).isSameAs(own);
  }
}
