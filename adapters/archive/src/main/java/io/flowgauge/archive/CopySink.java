package io.flowgauge.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.flowgauge.archive.layout.SqlNames;
import io.flowgauge.database.Sql;
import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Copies rows in PostgreSQL's binary format, which keeps numbers exact and needs no escapes. */
final class CopySink implements RowSink {
  private static final byte[] HEAD = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
  };
  private static final short TRAILER = -1;
  private static final int SEND_BYTES = 1 << 20;
  private static final int OWN_COLUMNS = 4;
  private static final int LENGTH_BYTES = 4;

  /** Bytes of a row's column count and of its own four columns, with their lengths. */
  private static final int OWN_BYTES = 2 + (4 + 4) + 3 * (4 + 8);

  /** 2000-01-01, from which PostgreSQL counts microseconds. */
  private static final long EPOCH_MICROS = 946_684_800_000_000L;

  private static final int NANOS_PER_MICRO = 1000;

  private final Connection connection;
  private final String copy;
  private final FieldType[] types;
  private final byte[] constants;
  private final short columns;
  private ByteBuffer rows = ByteBuffer.allocate(1 << 12);
  private long altered;

  CopySink(Connection connection, EventTable table, EventSchema schema) {
    this.connection = connection;
    copy =
        "copy "
            + SqlNames.quoted(table.table())
            + TableStatements.names(table).map(SqlNames::quoted).collect(joining(", ", " (", ")"))
            + " from stdin with (format binary)";
    types = schema.fields().stream().map(f -> f.type()).toArray(FieldType[]::new);
    columns = (short) (OWN_COLUMNS + table.columns().size());
    constants = encode(schema);
    rows.put(HEAD);
  }

  /** Encodes the constants once: they are the same in all rows. */
  private byte[] encode(EventSchema schema) {
    for (Constant constant : schema.constants()) {
      put(constant.value());
    }
    byte[] encoded = new byte[rows.position()];
    rows.flip().get(encoded);
    rows.clear();
    return encoded;
  }

  private void put(Object value) {
    if (value instanceof Integer number) {
      ensureRoom(LENGTH_BYTES + Integer.BYTES).putInt(Integer.BYTES).putInt(number);
    } else if (value instanceof Long number) {
      ensureRoom(LENGTH_BYTES + Long.BYTES).putInt(Long.BYTES).putLong(number);
    } else if (value instanceof Float number) {
      ensureRoom(LENGTH_BYTES + Float.BYTES).putInt(Float.BYTES).putFloat(number);
    } else if (value instanceof Double number) {
      ensureRoom(LENGTH_BYTES + Double.BYTES).putInt(Double.BYTES).putDouble(number);
    } else {
      put((String) value);
    }
  }

  @Override
  public void add(EventCursor event, int streamId) throws SQLException {
    if (rows.position() >= SEND_BYTES) {
      flush();
    }
    long nanos = event.timeNanos();
    ensureRoom(OWN_BYTES).putShort(columns).putInt(Integer.BYTES).putInt(streamId);
    rows.putInt(Long.BYTES).putLong(event.number());
    rows.putInt(Long.BYTES).putLong(Math.floorDiv(nanos, NANOS_PER_MICRO) - EPOCH_MICROS);
    rows.putInt(Long.BYTES).putLong(nanos);
    for (int k = 0; k < types.length; k++) {
      put(event, k);
    }
    ensureRoom(constants.length).put(constants);
  }

  private void put(EventCursor event, int field) {
    ensureRoom(LENGTH_BYTES + Long.BYTES);
    switch (types[field]) {
      case INT32 -> rows.putInt(Integer.BYTES).putInt(event.int32(field));
      case INT64 -> rows.putInt(Long.BYTES).putLong(event.int64(field));
      case FLOAT32 -> rows.putInt(Float.BYTES).putFloat(event.float32(field));
      case FLOAT64 -> rows.putInt(Double.BYTES).putDouble(event.float64(field));
      case STRING -> put(event.string(field));
    }
  }

  private void put(String text) {
    String storable = Sql.storable(text);
    if (!storable.equals(text)) {
      altered++;
    }
    byte[] bytes = storable.getBytes(UTF_8);
    ensureRoom(LENGTH_BYTES + bytes.length).putInt(bytes.length).put(bytes);
  }

  private ByteBuffer ensureRoom(int bytes) {
    if (rows.remaining() < bytes) {
      ByteBuffer larger = ByteBuffer.allocate(2 * (rows.capacity() + bytes));
      rows = larger.put(rows.flip());
    }
    return rows;
  }

  @Override
  public void flush() throws SQLException {
    if (rows.position() == HEAD.length) {
      return;
    }
    ensureRoom(Short.BYTES).putShort(TRAILER);
    CopyIn copying = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copy);
    try {
      copying.writeToCopy(rows.array(), 0, rows.position());
      copying.endCopy();
    } finally {
      if (copying.isActive()) {
        copying.cancelCopy();
      }
    }
    rows.clear().put(HEAD);
  }

  @Override
  public long altered() {
    return altered;
  }

  @Override
  public void close() {
    // Only memory is held.
  }
}
