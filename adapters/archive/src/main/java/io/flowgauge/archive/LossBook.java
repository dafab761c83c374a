package io.flowgauge.archive;

import io.flowgauge.database.Sql;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.read.StreamId;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Records the sources and counts of streams, and the parts of files that could not be read. */
final class LossBook {
  private final Connection connection;
  private final Ledger ledger;
  private final List<Path> files;
  private Map<StreamId, LogStream> streams = Map.of();
  private List<LogLoss> losses;

  LossBook(Connection connection, Ledger ledger, Path... files) {
    this.connection = connection;
    this.ledger = ledger;
    this.files = List.of(files);
  }

  /**
   * Reads this from logs, once all their events were read; returns whether anything has changed.
   */
  boolean readFrom(LogReader log) throws IOException {
    Map<StreamId, LogStream> streamsNow = log.streamsById();
    List<LogLoss> lossesNow = log.losses();
    boolean news = !streamsNow.equals(streams) || !lossesNow.equals(losses);
    streams = streamsNow;
    losses = lossesNow;
    return news;
  }

  /** Stores it. The losses of a file replace those stored earlier. */
  void store() throws SQLException {
    for (Map.Entry<StreamId, LogStream> stream : streams.entrySet()) {
      ledger.describe(stream.getKey(), stream.getValue());
    }
    forget();
    String sql =
        "insert into flowgauge_loss (file, byte_offset, bytes, events, reason)"
            + " values (?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      for (LogLoss loss : losses) {
        insert.setString(1, name(loss.file()));
        insert.setLong(2, loss.offset());
        insert.setLong(3, loss.bytes());
        insert.setLong(4, loss.events());
        insert.setString(5, Sql.storable(loss.reason()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private void forget() throws SQLException {
    String sql = "delete from flowgauge_loss where file = ?";
    try (PreparedStatement delete = connection.prepareStatement(sql)) {
      for (String file :
          Stream.concat(files.stream(), losses.stream().map(LogLoss::file))
              .map(LossBook::name)
              .distinct()
              .toList()) {
        delete.setString(1, file);
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  private static String name(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }
}
