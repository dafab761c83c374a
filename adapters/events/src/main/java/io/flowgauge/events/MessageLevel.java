package io.flowgauge.events;

import io.flowgauge.log.EventSchema;
import java.util.Locale;

/** The severity of a message, in the terms of NetLogger. Immutable and thread-safe. */
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

  /** Returns the first fields of events of this level, such as {@code log.info}. */
  EventSchema schema() {
    return EventSchema.named("log." + word.toLowerCase(Locale.ROOT))
        .int64("time")
        .string("thread")
        .string("msg")
        .constant("level", word)
        .build();
  }
}
