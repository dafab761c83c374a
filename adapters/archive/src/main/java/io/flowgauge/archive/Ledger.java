package io.flowgauge.archive;

import io.flowgauge.database.Sql;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.read.StreamId;
import io.flowgauge.trace.Times;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The archive's record of which events of each stream it has. Not thread-safe. */
final class Ledger {
  /** The events of a stream that the archive has; its row is 0 if it has none yet. */
  static final class Progress {
    private int row;
    private final EventRanges storedRanges = new EventRanges();

    EventRanges storedRanges() {
      return storedRanges;
    }
  }

  private static final String DESCRIBE =
      "update flowgauge_stream set host = coalesce(host, ?), program = coalesce(program, ?),"
          + " process_id = coalesce(process_id, ?),"
          + " process_start_nanos = coalesce(process_start_nanos, ?),"
          + " thread_id = coalesce(thread_id, ?), thread = coalesce(thread, ?),"
          + " logged = case when logged < ? then ? else logged end,"
          + " dropped = case when dropped < ? then ? else dropped end,"
          + " complete = case when complete < ? then ? else complete end"
          + " where stream_id = ?";

  private final Connection connection;
  private final Map<StreamId, Progress> streams = new HashMap<>();
  private StreamId last;
  private Progress ofLast;

  Ledger(Connection connection) {
    this.connection = connection;
  }

  /** Clears the cache, so that commits of other feeders are seen. */
  void clearCache() {
    streams.clear();
    last = null;
  }

  /** Returns the record of the stream of the current event. */
  Progress of(EventCursor event) throws SQLException {
    StreamId id = event.stream().orElseThrow();
    if (!id.equals(last)) {
      ofLast = progress(id);
      last = id;
    }
    return ofLast;
  }

  private Progress progress(StreamId id) throws SQLException {
    Progress known = streams.get(id);
    if (known == null) {
      known = load(id);
      streams.put(id, known);
    }
    return known;
  }

  private Progress load(StreamId id) throws SQLException {
    Progress progress = new Progress();
    String sql =
        "select s.stream_id, first_event, next_event from flowgauge_stream s"
            + " left join flowgauge_fed f on f.stream_id = s.stream_id"
            + " where log_id = ? and stream_number = ?";
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, id.logDigits());
      query.setInt(2, id.stream());
      try (ResultSet found = query.executeQuery()) {
        while (found.next()) {
          progress.row = found.getInt(1);
          progress.storedRanges.load(found.getLong(2), found.getLong(3));
        }
      }
    }
    return progress;
  }

  /** Returns the row of the stream, inserted if it is missing. */
  int row(Progress progress, EventCursor event) throws SQLException {
    if (progress.row == 0) {
      progress.row = insert(event.stream().orElseThrow(), event.source());
    }
    return progress.row;
  }

  private int insert(StreamId id, Optional<StreamIdentity> source) throws SQLException {
    int row = Sql.nextId(connection, "flowgauge_stream", "stream_id");
    String sql =
        "insert into flowgauge_stream (host, program, process_id, process_start_nanos, thread_id,"
            + " thread, stream_id, log_id, stream_number) values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      setSource(insert, source);
      insert.setInt(7, row);
      insert.setString(8, id.logDigits());
      insert.setInt(9, id.stream());
      insert.executeUpdate();
    }
    return row;
  }

  private static void setSource(PreparedStatement to, Optional<StreamIdentity> from)
      throws SQLException {
    to.setString(1, text(from, StreamIdentity::host));
    to.setString(2, text(from, StreamIdentity::program));
    to.setObject(3, from.map(StreamIdentity::processId).orElse(null), Types.BIGINT);
    Optional<Instant> start = from.flatMap(StreamIdentity::processStart);
    to.setObject(4, start.map(Times::epochNanos).orElse(null), Types.BIGINT);
    to.setObject(5, from.map(StreamIdentity::threadId).orElse(null), Types.BIGINT);
    to.setString(6, text(from, StreamIdentity::thread));
  }

  private static String text(Optional<StreamIdentity> from, Function<StreamIdentity, String> part) {
    return from.map(part).map(Sql::storable).orElse(null);
  }

  /** Stores the ranges of event numbers that have changed. */
  void store() throws SQLException {
    String forget = "delete from flowgauge_fed where stream_id = ? and first_event <= ?";
    String note = "insert into flowgauge_fed (stream_id, first_event, next_event) values (?, ?, ?)";
    try (PreparedStatement delete = connection.prepareStatement(forget + " and next_event >= ?");
        PreparedStatement insert = connection.prepareStatement(note)) {
      for (Progress progress : streams.values()) {
        if (progress.storedRanges.isChanged()) {
          store(progress, delete, insert);
        }
      }
    }
  }

  private static void store(Progress progress, PreparedStatement delete, PreparedStatement insert)
      throws SQLException {
    delete.setInt(1, progress.row);
    delete.setLong(2, progress.storedRanges.highest() + 1);
    delete.setLong(3, progress.storedRanges.lowest());
    delete.executeUpdate();
    for (Map.Entry<Long, Long> range : progress.storedRanges.changed().entrySet()) {
      insert.setInt(1, progress.row);
      insert.setLong(2, range.getKey());
      insert.setLong(3, range.getValue());
      insert.addBatch();
    }
    insert.executeBatch();
  }

  /** Records the source and the counts of a stream; never replaces a source or lowers a count. */
  void describe(StreamId id, LogStream stream) throws SQLException {
    Progress progress = progress(id);
    if (progress.row == 0) {
      progress.row = insert(id, stream.source());
    }
    try (PreparedStatement update = connection.prepareStatement(DESCRIBE)) {
      setSource(update, stream.source());
      long logged = stream.events() + stream.lost();
      update.setLong(7, logged);
      update.setLong(8, logged);
      update.setLong(9, stream.dropped());
      update.setLong(10, stream.dropped());
      update.setInt(11, stream.complete() ? 1 : 0);
      update.setInt(12, stream.complete() ? 1 : 0);
      update.setInt(13, progress.row);
      update.executeUpdate();
    }
  }
}
