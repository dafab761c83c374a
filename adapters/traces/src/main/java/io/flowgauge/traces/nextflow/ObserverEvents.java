package io.flowgauge.traces.nextflow;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import io.flowgauge.traces.table.TextPool;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Nextflow's messages to an observer of its run, one JSON object per line: the time {@code t} in
 * epoch milliseconds, the name of the {@code hook}, and for a task the {@code record} that also
 * becomes its row of the trace. Not thread-safe.
 */
final class ObserverEvents implements Closeable {
  private static final String HOOK = "hook";
  private static final int MAX_DEPTH = 100;
  private static final int MAX_DIGITS = 100;

  /** A longer text, such as a script, is not a value of a trace. */
  private static final int MAX_VALUE = 10_000;

  private static final Pattern FIRST =
      Pattern.compile(
          "\\A\\s*\\{(?=[^\\n]*\"hook\"\\s*:\\s*\"on[A-Z]\\w*\")(?=[^\\n]*\"t\"\\s*:\\s*\\d)");

  /** Matches the work folder of the task that produced an input file. */
  private static final Pattern WORK_FOLDER =
      Pattern.compile("(?:^|/)([0-9a-f]{2}/[0-9a-f]{6})[0-9a-f]{24}(?:/|$)");

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(TraceLines.MAX_LINE)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  /**
   * One event.
   *
   * @param line its line in the file
   * @param millis when the hook was called, in epoch milliseconds; 0 if unknown
   * @param values values of the event itself by name
   * @param record values of its task by column of a trace
   * @param inputs names of the task's input files in its work folder, if the event has them
   * @param makers hashes of the tasks that produced the task's input files
   */
  record Event(
      long line,
      String hook,
      long millis,
      Map<String, String> values,
      Map<String, String> record,
      Optional<Set<String>> inputs,
      Set<String> makers) {}

  private final TraceFile file;
  private final TraceLines lines;
  private final TextPool pool = new TextPool();

  private ObserverEvents(TraceFile file, TraceLines lines) {
    this.file = file;
    this.lines = lines;
  }

  static boolean areIn(TraceFile file) {
    return FIRST.matcher(file.head()).find();
  }

  static ObserverEvents open(TraceFile file) throws IOException {
    return new ObserverEvents(file, TraceLines.of(file));
  }

  /** Returns the first event of a file, if the head of the file contains it. */
  static Optional<Event> first(TraceFile file) {
    int end = file.head().indexOf('\n');
    String line = end < 0 ? file.head() : file.head().substring(0, end);
    try {
      return Optional.of(event(line, 1, new TextPool()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the next event; empty at the end. */
  Optional<Event> next() throws IOException {
    while (lines.next()) {
      String text = lines.text();
      if (!text.isBlank()) {
        return Optional.of(parse(text));
      }
    }
    return Optional.empty();
  }

  private Event parse(String text) throws IOException {
    try {
      return event(text, lines.number(), pool);
    } catch (JsonProcessingException e) {
      // The parser's own message names its classes.
      throw file.error(
          "line " + lines.number(),
          lines.isTerminated() ? "not a JSON object" : "a truncated JSON object",
          "an event of a Nextflow observer");
    }
  }

  private static Event event(String text, long line, TextPool pool) throws IOException {
    Map<String, String> values = new HashMap<>();
    Map<String, String> record = new HashMap<>();
    Set<String> makers = new LinkedHashSet<>();
    Optional<Set<String>> inputs = Optional.empty();
    try (JsonParser json = FACTORY.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new com.fasterxml.jackson.core.JsonParseException(json, "no object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        JsonToken token = json.nextToken();
        if (token == JsonToken.START_OBJECT && name.equals("record")) {
          record(json, record, pool);
        } else if (token == JsonToken.START_OBJECT && name.equals("inputs")) {
          inputs = Optional.of(inputs(json, makers, pool));
        } else if (token.isScalarValue()) {
          put(json, name, values, pool);
        } else {
          json.skipChildren();
        }
      }
    }
    return new Event(
        line,
        values.getOrDefault(HOOK, ""),
        millis(values.get("t")),
        values,
        record,
        inputs,
        makers);
  }

  private static long millis(String text) {
    return text != null && text.matches("\\d{1,13}") ? Long.parseLong(text) : 0;
  }

  private static void record(JsonParser json, Map<String, String> into, TextPool pool)
      throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      if (token.isScalarValue() && TraceColumns.isKnown(name)) {
        put(json, name, into, pool);
      } else {
        json.skipChildren();
      }
    }
  }

  private static Set<String> inputs(JsonParser json, Set<String> makers, TextPool pool)
      throws IOException {
    Set<String> names = new LinkedHashSet<>();
    for (int depth = 1; depth > 0; ) {
      JsonToken token = json.nextToken();
      if (token == null) {
        return names;
      }
      if (token == JsonToken.FIELD_NAME && depth == 1) {
        names.add(pool.shared(json.currentName()));
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token == JsonToken.VALUE_STRING) {
        Matcher folder = WORK_FOLDER.matcher(json.getText());
        if (folder.find()) {
          makers.add(pool.shared(folder.group(1)));
        }
      }
    }
    return names;
  }

  private static void put(JsonParser json, String name, Map<String, String> into, TextPool pool)
      throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NULL && json.getTextLength() <= MAX_VALUE) {
      into.put(pool.shared(name), pool.shared(json.getText()));
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
