package io.flowgauge.traces.chrome;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;

/** Writes the events of a trace in the Trace Event Format. Not thread-safe. */
final class TraceEvents {
  private static final int NANO_DIGITS_OF_MICROS = 3;

  private final JsonGenerator json;
  private final long origin;

  /** Writes the members of an object of arguments. */
  interface Arguments {
    void write() throws IOException;
  }

  /**
   * Creates a writer of events.
   *
   * @param origin the time that becomes 0
   */
  TraceEvents(JsonGenerator json, long origin) {
    this.json = json;
    this.origin = origin;
  }

  void processName(int process, String name) throws IOException {
    metadata("process_name", new Track(process, 0), () -> json.writeStringField("name", name));
    metadata(
        "process_sort_index",
        new Track(process, 0),
        () -> json.writeNumberField("sort_index", process));
  }

  void threadName(Track track, String name) throws IOException {
    metadata("thread_name", track, () -> json.writeStringField("name", name));
    metadata("thread_sort_index", track, () -> json.writeNumberField("sort_index", track.thread()));
  }

  private void metadata(String name, Track track, Arguments arguments) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("ph", "M");
    writeTrack(track);
    arguments(arguments);
    json.writeEndObject();
  }

  void begin(Track track, Slice slice) throws IOException {
    startSlice("B", track, slice);
    json.writeEndObject();
  }

  void begin(Track track, Slice slice, Arguments arguments) throws IOException {
    startSlice("B", track, slice);
    arguments(arguments);
    json.writeEndObject();
  }

  private void startSlice(String phase, Track track, Slice slice) throws IOException {
    start(phase, track, slice.begin(), slice.category(), slice.name());
    if (!slice.colour().label().isEmpty()) {
      json.writeStringField("cname", slice.colour().label());
    }
  }

  void end(Track track, long nanos) throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", "E");
    writeTrack(track);
    time(nanos);
    json.writeEndObject();
  }

  /** Writes an asynchronous interval, which may overlap others. */
  void across(Track track, Slice slice, long id, Arguments arguments) throws IOException {
    startSlice("b", track, slice);
    id(id);
    arguments(arguments);
    json.writeEndObject();
    if (!slice.isOpen()) {
      start("e", track, slice.end(), slice.category(), slice.name());
      id(id);
      json.writeEndObject();
    }
  }

  /** Writes the tail of an arrow, in the open slice. */
  void arrowFrom(Track track, long nanos, String name, long id) throws IOException {
    start("s", track, nanos, name, name);
    id(id);
    json.writeEndObject();
  }

  /** Writes the head of an arrow, in the open slice. */
  void arrowTo(Track track, long nanos, String name, long id) throws IOException {
    start("f", track, nanos, name, name);
    id(id);
    json.writeStringField("bp", "e");
    json.writeEndObject();
  }

  void counter(int process, long nanos, String name, Arguments series) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("cat", name);
    json.writeStringField("ph", "C");
    json.writeNumberField("pid", process);
    time(nanos);
    arguments(series);
    json.writeEndObject();
  }

  private void start(String phase, Track track, long nanos, String category, String name)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("cat", category);
    json.writeStringField("ph", phase);
    writeTrack(track);
    time(nanos);
  }

  private void writeTrack(Track track) throws IOException {
    json.writeNumberField("pid", track.process());
    json.writeNumberField("tid", track.thread());
  }

  private void time(long nanos) throws IOException {
    json.writeFieldName("ts");
    json.writeNumber(micros(sinceOrigin(nanos)));
  }

  private void id(long id) throws IOException {
    json.writeStringField("id", Long.toString(id));
  }

  private void arguments(Arguments arguments) throws IOException {
    json.writeObjectFieldStart("args");
    arguments.write();
    json.writeEndObject();
  }

  /** Returns nanoseconds since the origin. */
  long sinceOrigin(long nanos) {
    return nanos - origin;
  }

  static BigDecimal micros(long nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS_OF_MICROS).stripTrailingZeros();
  }
}
