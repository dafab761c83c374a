package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads binary event logs, one file or several at once, in order of time. Not thread-safe.
 *
 * <pre>{@code
 * try (LogReader log = LogReader.open(Path.of("transfers.nlb"))) {
 *   log.events().forEach(System.out::println);
 *   log.losses().forEach(System.err::println);
 * }
 * }</pre>
 *
 * <p>Everything undamaged in a file is read: where a file is cut off or damaged, reading continues
 * at the next block, and {@link #losses()} says what is missing. A growing file is read up to its
 * last whole block; {@link #appended()} returns what came after.
 *
 * <p>Events of one stream keep the order in which they were logged. Streams are merged by the wall
 * clocks of their hosts; if such a clock was set back, so are the times of its events.
 */
public final class LogReader implements Closeable {
  private final LogIndex index;

  private LogReader(LogIndex index) {
    this.index = index;
  }

  /**
   * Opens logs. For a log {@code x.nlb}, this includes the rings of its processes, alive or dead,
   * in the folder {@code x.nlb.rings}; rings elsewhere must be named as well.
   *
   * @param files one or more logs, folders of rings, or files of rings
   * @return an open reader
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if no file is given
   */
  public static LogReader open(Path... files) throws IOException {
    if (files.length == 0) {
      throw new IllegalArgumentException("files must name one or more logs, but none was given");
    }
    LogIndex index = new LogIndex();
    try {
      for (Path file : files) {
        index.add(file);
      }
      index.refresh();
      return new LogReader(index);
    } catch (IOException e) {
      index.close();
      throw e;
    }
  }

  /**
   * All events in order of time, without creating objects.
   *
   * @return a cursor before the first event
   */
  public EventCursor cursor() {
    return index.merged(StreamIndex::cursor);
  }

  /**
   * Events appended to the files since the last call; all events at the first call. They are in
   * order of time among themselves. To follow a log, call this repeatedly. If the log was moved,
   * deleted or emptied meanwhile, its writers go on in a new file of its name, which is read, too.
   *
   * @return a cursor before the first of them
   * @throws IOException if a file cannot be read
   */
  public EventCursor appended() throws IOException {
    index.refresh();
    return index.merged(StreamIndex::takeNewEvents);
  }

  /**
   * All events in order of time, as objects. Read errors are thrown as {@link
   * java.io.UncheckedIOException}.
   *
   * @return a sequential stream
   */
  public Stream<LogEvent> events() {
    return EventSpliterator.stream(cursor());
  }

  /**
   * All events, block by block: each cursor reads the events of one block, in order. A parallel
   * stream reads the blocks on all processors.
   *
   * @return a stream of cursors, in the order of the blocks in each stream of events
   */
  public Stream<EventCursor> blocks() {
    List<EventCursor> cursors = new ArrayList<>();
    for (StreamIndex stream : index.streams()) {
      stream
          .readable()
          .forEach(b -> cursors.add(new BlockCursor(stream, List.of(b), EventRange.NONE)));
    }
    return cursors.stream();
  }

  /**
   * A summary of each stream, as far as is known: damage inside a block shows only when its events
   * are read.
   *
   * @return a summary for each stream, in the order in which they begin in the files
   */
  public List<LogStream> streams() {
    return index.streams().stream().map(StreamIndex::summary).toList();
  }

  /**
   * The types of all events.
   *
   * @return their schemas: log by log, in the order in which the logs begin in the files, and for
   *     each log in the order in which the types were declared
   */
  public List<EventSchema> schemas() {
    return index.schemas();
  }

  /**
   * The summaries of {@link #streams()}, by stream.
   *
   * @return a summary for each stream, in the order in which they begin in the files
   */
  public Map<StreamId, LogStream> streamsById() {
    Map<StreamId, LogStream> all = new LinkedHashMap<>();
    index.streams().forEach(s -> all.put(s.id().orElseThrow(), s.summary()));
    return Collections.unmodifiableMap(all);
  }

  /**
   * The sources of all events.
   *
   * @return the known ones, in the order in which they begin in the files
   */
  public List<StreamIdentity> sources() {
    return index.streams().stream().flatMap(s -> s.source().stream()).toList();
  }

  /**
   * Losses, as far as is known: damage inside a block shows only when its events are read.
   *
   * @return the losses, file by file and stream by stream
   * @throws IOException if a file cannot be read
   */
  public List<LogLoss> losses() throws IOException {
    return index.losses();
  }

  @Override
  public void close() throws IOException {
    index.close();
  }

  @Override
  public String toString() {
    return "LogReader[" + index + "]";
  }
}
