package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The constant part of all rows of one event type from one source: everything but time and values.
 * Immutable.
 */
final class CsvRow implements LineTemplate {
  private static final byte[] ZONE = {'Z'};

  private final EventSchema schema;
  private final Optional<StreamIdentity> source;
  private final List<Integer> fields = new ArrayList<>();
  private final List<byte[]> before = new ArrayList<>();
  private final byte[] tail;

  CsvRow(EventCursor event, Set<String> columns) {
    schema = event.schema();
    source = event.source();
    Map<String, Integer> places = places(columns);
    Map<String, String> shared = shared(columns);
    StringBuilder text = new StringBuilder();
    for (String column : columns) {
      Integer field = places.get(column);
      text.append(column.equals(CsvColumns.TIME) ? "" : ",");
      if (field == null) {
        text.append(shared.getOrDefault(column, ""));
      } else {
        fields.add(field);
        before.add(text.toString().getBytes(UTF_8));
        text.setLength(0);
      }
    }
    tail = text.append('\n').toString().getBytes(UTF_8);
  }

  private Map<String, Integer> places(Set<String> columns) {
    Map<String, Integer> places = new HashMap<>();
    for (Field field : schema.fields()) {
      String column = known(field.name(), columns);
      places.put(column, places.size());
    }
    return places;
  }

  private String known(String name, Set<String> columns) {
    String column = CsvColumns.column(name, schema);
    if (!columns.contains(column)) {
      throw new IllegalArgumentException(
          "event " + schema.name() + " has a value " + name + ", for which the file has no column");
    }
    return column;
  }

  private Map<String, String> shared(Set<String> columns) {
    Map<String, String> shared = new HashMap<>();
    shared.put(CsvColumns.EVENT, cell(schema.name()));
    if (source.isPresent()) {
      shared.put(CsvColumns.HOST, cell(source.get().host()));
      shared.put(CsvColumns.PROGRAM, cell(source.get().program()));
      shared.put(CsvColumns.PROCESS, Long.toString(source.get().processId()));
      shared.put(CsvColumns.THREAD, cell(source.get().thread()));
    }
    for (Constant constant : schema.constants()) {
      shared.put(known(constant.name(), columns), cell(constant.value().toString()));
    }
    return shared;
  }

  /**
   * Returns a text as a cell: quoted if it contains special characters, or if it is empty, to
   * distinguish it from a missing value.
   */
  static String cell(String text) {
    boolean isPlain = !text.isEmpty() && text.chars().noneMatch(CsvRow::isSpecial);
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  private static boolean isSpecial(int c) {
    return c == ',' || c == '"' || c == '\n' || c == '\r';
  }

  @Override
  public boolean fits(EventCursor event) {
    return schema.equals(event.schema()) && source.equals(event.source());
  }

  @Override
  public byte[] head() {
    return ZONE;
  }

  @Override
  public int size() {
    return fields.size();
  }

  @Override
  public int field(int k) {
    return fields.get(k);
  }

  @Override
  public FieldType type(int k) {
    return schema.fields().get(field(k)).type();
  }

  @Override
  public byte[] before(int k) {
    return before.get(k);
  }

  @Override
  public String text(String value) {
    return cell(value);
  }

  @Override
  public byte[] tail() {
    return tail;
  }
}
