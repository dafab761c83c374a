package io.flowgauge.archive.layout;

import io.flowgauge.archive.EventColumn;
import io.flowgauge.archive.EventColumn.Kind;
import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** How the events of a schema become rows. */
public final class TableLayout {
  public static final String STREAM_ID = "stream_id";
  public static final String EVENT_NUMBER = "event_number";
  public static final String TIME = "time";
  public static final String TIME_NANOS = "time_nanos";
  public static final String LOG_ID = "log_id";
  public static final String STREAM_NUMBER = "stream_number";
  public static final String SOURCE = "source_";

  /** Columns of the table of streams that identify the source of their events. */
  public static final List<String> SOURCES =
      List.of("host", "program", "process_id", "thread_id", "thread");

  /** System columns of every PostgreSQL table. */
  private static final List<String> OF_POSTGRES =
      List.of("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid");

  private TableLayout() {}

  /** Returns the columns of the fields, then those of the constants. */
  public static List<EventColumn> columns(EventSchema schema) {
    SqlNames names = new SqlNames(reserved());
    List<EventColumn> columns = new ArrayList<>();
    int lifeline = schema.lifeline().orElse(-1);
    for (Field field : schema.fields()) {
      Kind kind = columns.size() == lifeline ? Kind.LIFELINE : Kind.FIELD;
      String name = names.take(field.name(), "");
      columns.add(new EventColumn(name, field.name(), field.type(), kind));
    }
    for (Constant constant : schema.constants()) {
      String name = names.take(constant.name(), "");
      columns.add(new EventColumn(name, constant.name(), constant.type(), Kind.CONSTANT));
    }
    return columns;
  }

  private static List<String> reserved() {
    List<String> names =
        new ArrayList<>(List.of(STREAM_ID, EVENT_NUMBER, TIME, TIME_NANOS, LOG_ID, STREAM_NUMBER));
    SOURCES.forEach(s -> names.add(SOURCE + s));
    names.addAll(OF_POSTGRES);
    return names;
  }

  /**
   * Returns a hash that is equal for schemas whose events go into one table. It covers everything
   * but the values of constants.
   */
  public static String signature(EventSchema schema) {
    StringBuilder text = new StringBuilder(schema.name());
    for (EventColumn column : columns(schema)) {
      text.append('\n').append(column.kind()).append(' ').append(column.type());
      text.append(' ').append(column.name());
    }
    return digest(text.toString());
  }

  private static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
