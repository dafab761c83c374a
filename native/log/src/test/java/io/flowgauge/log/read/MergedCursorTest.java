package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MergedCursorTest {
  private static final EventSchema SCHEMA = EventSchema.named("e").int32("stream").build();

  /** The oracle is a stable sort of all events, starting with those of the first stream. */
  @Property
  void next_sortedStreams_isSortedStably(
      @ForAll @Size(max = 9) List<@Size(max = 12) List<@LongRange(min = 0, max = 20) Long>> times)
      throws IOException {
    List<LogEvent> expected = new ArrayList<>();
    List<EventCursor> cursors = new ArrayList<>();
    for (int stream = 0; stream < times.size(); stream++) {
      int which = stream;
      List<LogEvent> events =
          times.get(stream).stream().sorted().map(t -> LogEvent.of(t, SCHEMA, which)).toList();
      expected.addAll(events);
      cursors.add(new ListCursor(events));
    }
    expected.sort(Comparator.comparingLong(LogEvent::timeNanos));

    List<LogEvent> merged = new ArrayList<>();
    EventCursor cursor = new MergedCursor(cursors);
    while (cursor.next()) {
      merged.add(cursor.event());
    }

    assertThat(merged).isEqualTo(expected);
  }

  /** Like a malformed line at the beginning of one of several logs. */
  @Test
  void next_afterAFailure_goesOnWithAllCursors() throws IOException {
    EventCursor cursor =
        new MergedCursor(
            List.of(
                new ListCursor(List.of(LogEvent.of(5, SCHEMA, 0))),
                new FailingOnce(List.of(LogEvent.of(3, SCHEMA, 1))),
                new ListCursor(List.of(LogEvent.of(1, SCHEMA, 2)))));

    assertThatThrownBy(cursor::next).isInstanceOf(IOException.class);
    List<Long> times = new ArrayList<>();
    while (cursor.next()) {
      times.add(cursor.timeNanos());
    }
    assertThat(times).containsExactly(1L, 3L, 5L);
  }

  @Test
  void schema_noEvent_throws() throws IOException {
    EventCursor cursor = new MergedCursor(List.of());

    assertThat(cursor.next()).isFalse();
    assertThatThrownBy(cursor::schema).isInstanceOf(IllegalStateException.class);
  }

  private static final class FailingOnce extends ListCursor {
    private boolean hasFailed;

    FailingOnce(List<LogEvent> events) {
      super(events);
    }

    @Override
    public boolean next() throws IOException {
      if (!hasFailed) {
        hasFailed = true;
        throw new IOException("malformed");
      }
      return super.next();
    }
  }

  private static class ListCursor implements EventCursor {
    private final List<LogEvent> events;
    private int current = -1;

    ListCursor(List<LogEvent> events) {
      this.events = events;
    }

    @Override
    public boolean next() throws IOException {
      return ++current < events.size();
    }

    @Override
    public LogEvent event() {
      return events.get(current);
    }

    @Override
    public long timeNanos() {
      return event().timeNanos();
    }

    @Override
    public EventSchema schema() {
      return event().schema();
    }

    @Override
    public Optional<StreamIdentity> source() {
      return Optional.empty();
    }

    @Override
    public int int32(int field) {
      return (Integer) event().value(field);
    }

    @Override
    public long int64(int field) {
      return (Long) event().value(field);
    }

    @Override
    public float float32(int field) {
      return (Float) event().value(field);
    }

    @Override
    public double float64(int field) {
      return (Double) event().value(field);
    }

    @Override
    public String string(int field) {
      return (String) event().value(field);
    }
  }
}
