package io.flowgauge.log.read;

import io.flowgauge.log.LogEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The events of a cursor as objects. */
final class EventSpliterator extends Spliterators.AbstractSpliterator<LogEvent> {
  private final EventCursor cursor;

  private EventSpliterator(EventCursor cursor) {
    super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
    this.cursor = cursor;
  }

  static Stream<LogEvent> stream(EventCursor cursor) {
    return StreamSupport.stream(new EventSpliterator(cursor), false);
  }

  @Override
  public boolean tryAdvance(Consumer<? super LogEvent> action) {
    try {
      if (!cursor.next()) {
        return false;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    action.accept(cursor.event());
    return true;
  }
}
