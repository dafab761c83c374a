package io.flowgauge.events;

import io.flowgauge.log.EventSchema;
import java.util.Locale;

/** How much a message matters, in the words of NetLogger. Immutable and thread-safe. */
public enum MessageLevel {
  /** The program cannot continue. */
  FATAL("Fatal"),
  /** Something failed. */
  ERROR("Error"),
  /** Something may fail. */
  WARN("Warn"),
  /** Worth knowing. */
  INFO("Info"),
  /** For developers. */
  DEBUG("Debug"),
  /** For developers who need more. */
  TRACE("Trace");

  private final String word;

  MessageLevel(String word) {
    this.word = word;
  }

  /** Events of this level: {@code log.info} and so on. */
  EventSchema schema() {
    return EventSchema.named("log." + word.toLowerCase(Locale.ROOT))
        .int64("time")
        .string("thread")
        .string("msg")
        .constant("level", word)
        .build();
  }
}
