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
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads binary event logs, one file or several at once, in the order of time. Not thread-safe.
 *
 * <pre>{@code
 * try (LogReader log = LogReader.open(Path.of("transfers.nlb"))) {
 *   log.events().forEach(System.out::println);
 *   log.losses().forEach(System.err::println);
 * }
 * }</pre>
 *
 * <p>Whatever is sound in a file is read: where it is cut off or damaged, reading goes on at the
 * next block, and {@link #losses()} says what is missing. A file that grows is read up to its last
 * whole block; {@link #appended()} gives what came after.
 *
 * <p>Events of one stream keep the order in which they were logged. Streams are merged by the wall
 * clocks of their hosts; where such a clock was set back, so are the times of its events.
 */
public final class LogReader implements Closeable {
  private final LogIndex index;

  private LogReader(LogIndex index) {
    this.index = index;
  }

  /**
   * Opens logs. Of a log {@code x.nlb} all is read that lies in the rings of its processes in the
   * folder {@code x.nlb.rings}, too, whether they are alive or not; rings that are elsewhere are to
   * be given as well.
   *
   * @param files one or more logs, folders of rings, or files of rings
   * @return an open reader that knows what the files hold
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if no file is given
   */
  public static LogReader open(Path... files) throws IOException {
    if (files.length == 0) {
      throw new IllegalArgumentException("files must be one or more, was none");
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
   * All events in the order of time, without objects.
   *
   * @return a cursor before the first event
   */
  public EventCursor cursor() {
    return merged(StreamIndex::cursor);
  }

  /**
   * Events that were appended to the files since the last call; at the first call, all. They are in
   * the order of time among themselves. To follow a log, call this again and again.
   *
   * @return a cursor before the first of them
   * @throws IOException if a file cannot be read
   */
  public EventCursor appended() throws IOException {
    index.refresh();
    return merged(StreamIndex::takeFresh);
  }

  private EventCursor merged(Function<StreamIndex, Optional<BlockCursor>> cursor) {
    List<BlockCursor> cursors =
        index.streams().stream().map(cursor).flatMap(Optional::stream).toList();
    return cursors.size() == 1 ? cursors.get(0) : new MergedCursor(cursors);
  }

  /**
   * All events in the order of time, as objects. What cannot be read shows as an {@link
   * java.io.UncheckedIOException}.
   *
   * @return a sequential stream
   */
  public Stream<LogEvent> events() {
    return EventSpliterator.stream(cursor());
  }

  /**
   * All events, block by block: each cursor goes through the events of one block, in their order.
   * Made parallel, the stream reads the blocks on all processors.
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
   * What the files hold of each stream, as far as known: what is wrong inside a block shows when
   * its events are read.
   *
   * @return a summary for each stream, in the order in which they begin in the files
   */
  public List<LogStream> streams() {
    return index.streams().stream().map(StreamIndex::summary).toList();
  }

  /**
   * The types of all events.
   *
   * @return what they hold, log by log in the order in which these begin in the files, in each in
   *     the order in which the types were declared
   */
  public List<EventSchema> schemas() {
    return index.schemas();
  }

  /**
   * What {@link #streams()} tell, by stream.
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
   * What is missing, as far as known: what is wrong inside a block shows when its events are read.
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
