package io.flowgauge.archive;

import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Feeds growing logs into an archive, each time it is called. Not thread-safe.
 *
 * <pre>{@code
 * try (Feeder feeder = archive.follow(Path.of("transfers.nlb"))) {
 *   while (running) {
 *     feeder.feed();
 *     Thread.sleep(1000);
 *   }
 * }
 * }</pre>
 */
public final class Feeder implements Closeable {
  /** Rows per transaction; other feeders wait meanwhile. */
  private static final int BATCH = 20_000;

  private final DatabaseAddress address;
  private final Connection connection;
  private final LogReader log;
  private final Ledger ledger;
  private final Catalogue catalogue;
  private final LossBook losses;
  private final IdentityHashMap<EventSchema, RowSink> sinks = new IdentityHashMap<>();
  private boolean failed;

  /** Events added, and events skipped, in the current call of {@link #feed()}. */
  private long fed;

  private long known;

  Feeder(DatabaseAddress address, Connection connection, Path... logs) throws IOException {
    this.address = address;
    this.connection = connection;
    log = LogReader.open(logs);
    ledger = new Ledger(connection);
    catalogue = new Catalogue(connection, Dialect.of(address));
    losses = new LossBook(connection, ledger, logs);
  }

  /**
   * Adds the events that the logs now have and the archive lacks.
   *
   * @return what happened to the events that were appended since the last call
   * @throws ArchiveException if the database fails; what is committed stays
   * @throws IOException if a log cannot be read
   * @throws IllegalArgumentException if an event has more fields than a table can have columns
   * @throws IllegalStateException if it failed before; a new feeder can continue
   */
  public FeedSummary feed() throws IOException {
    if (failed) {
      throw new IllegalStateException("this feeder has failed; make a new one with Archive.follow");
    }
    failed = true;
    fed = 0;
    known = 0;
    long alteredBefore = countAltered();
    try {
      feedAll(log.appended());
    } catch (SQLException e) {
      throw ArchiveException.of(address, e);
    }
    failed = false;
    return new FeedSummary(fed, known, countAltered() - alteredBefore);
  }

  private long countAltered() {
    return sinks.values().stream().mapToLong(RowSink::altered).sum();
  }

  private void feedAll(EventCursor events) throws SQLException, IOException {
    boolean more = skipKnown(events, events.next());
    while (more) {
      more = skipKnown(events, feedBatch(events));
    }
    if (losses.readFrom(log)) {
      inTransaction(losses::store);
    }
  }

  /**
   * Skips events that the archive already has; returns whether there is another one. Needs no lock,
   * because the archive never deletes an event.
   */
  private boolean skipKnown(EventCursor events, boolean there) throws SQLException, IOException {
    boolean more = there;
    while (more && ledger.of(events).storedRanges().contains(events.number())) {
      known++;
      more = events.next();
    }
    return more;
  }

  /** Feeds the current event and further ones; returns whether there are more. */
  private boolean feedBatch(EventCursor events) throws SQLException, IOException {
    boolean[] more = {true};
    inTransaction(
        () -> {
          long limit = fed + BATCH;
          while (more[0] && fed < limit) {
            feedOne(events);
            more[0] = events.next();
          }
          for (RowSink sink : sinks.values()) {
            sink.flush();
          }
          ledger.store();
        });
    return more[0];
  }

  private void feedOne(EventCursor event) throws SQLException {
    Ledger.Progress stream = ledger.of(event);
    long number = event.number();
    if (stream.storedRanges().contains(number)) {
      known++;
      return;
    }
    sink(event.schema()).add(event, ledger.row(stream, event));
    stream.storedRanges().add(number);
    fed++;
  }

  private RowSink sink(EventSchema schema) throws SQLException {
    RowSink sink = sinks.get(schema);
    if (sink == null) {
      sink = Dialect.of(address).sink(connection, catalogue.table(schema), schema);
      sinks.put(schema, sink);
    }
    return sink;
  }

  /** Work done in a transaction. */
  interface Work {
    void run() throws SQLException, IOException;
  }

  /** Does some work in a transaction that keeps other feeders out. Rolls it back if it fails. */
  private void inTransaction(Work work) throws SQLException, IOException {
    connection.setAutoCommit(false);
    try {
      Dialect.of(address).lock(connection);
      ledger.clearCache();
      work.run();
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException | IOException | RuntimeException | Error e) {
      rollBack(e); // Otherwise the connection would keep all other feeders out.
      throw e;
    }
  }

  /** Rolls back, unless the database did so already, as SQLite does when the disk is full. */
  private void rollBack(Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Events missing from the parts of the logs read so far; the archive records them in {@code
   * flowgauge_loss}.
   *
   * @return the losses, file by file and stream by stream
   * @throws IOException if a log cannot be read
   */
  public List<LogLoss> losses() throws IOException {
    return log.losses();
  }

  /** Closes the logs; the archive stays open. */
  @Override
  public void close() throws IOException {
    try {
      for (RowSink sink : sinks.values()) {
        sink.close();
      }
    } catch (SQLException e) {
      throw ArchiveException.of(address, e);
    } finally {
      log.close();
    }
  }

  @Override
  public String toString() {
    return "Feeder[" + log + " into " + address + "]";
  }
}
