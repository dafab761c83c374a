package io.flowgauge.kafka;

import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * Creates Kafka clients with a context class loader that knows Kafka's classes, since Kafka looks
 * for them there. The context class loader of an application that loaded us as a plug-in need not
 * know them. Stateless.
 */
final class KafkaClasses {
  private KafkaClasses() {}

  /** Makes a client with a class loader that knows Kafka. */
  static <T> T withKafkaClassLoader(Supplier<T> client) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    if (before == null || knowsKafka(before)) {
      return client.get();
    }
    thread.setContextClassLoader(KafkaProducer.class.getClassLoader());
    try {
      return client.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static boolean knowsKafka(ClassLoader loader) {
    try {
      return loader.loadClass(KafkaProducer.class.getName()) == KafkaProducer.class;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
