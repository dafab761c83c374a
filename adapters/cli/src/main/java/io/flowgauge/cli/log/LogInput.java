package io.flowgauge.cli.log;

import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.cli.terminal.NamedInput;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.log.text.EventForm;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** All the logs a command reads, as one. Not thread-safe. */
final class LogInput implements Closeable {
  private final LogDamage damage;
  private final List<TextLog> texts = new ArrayList<>();
  private final List<Closeable> open = new ArrayList<>();
  private Optional<LogReader> binary = Optional.empty();

  private LogInput(Session session) {
    damage = new LogDamage(session);
  }

  /**
   * Opens logs.
   *
   * @param paths files, folders, and at most one {@code -}
   * @param isReadTwice whether the events are read more than once
   */
  static LogInput open(List<Path> paths, boolean isReadTwice, Session session) throws IOException {
    if (paths.stream().filter(Session.STANDARD::equals).count() > 1) {
      throw new WrongUsageException("standard input, -, can be given only once");
    }
    LogInput input = new LogInput(session);
    try {
      input.add(paths, isReadTwice, session);
      return input;
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  private void add(List<Path> paths, boolean isReadTwice, Session session) throws IOException {
    List<Path> blocks = new ArrayList<>();
    Set<Path> known = new HashSet<>();
    for (Path path : paths) {
      if (path.equals(Session.STANDARD)) {
        add(PipedLog.of(Session.STANDARD_NAME, session.in(), isReadTwice), blocks);
        continue;
      }
      if (PipedLog.isAt(path)) {
        InputStream pipe = new NamedInput(path.toString(), new FileInputStream(path.toFile()));
        open.add(pipe);
        add(PipedLog.of(path.toString(), pipe, isReadTwice), blocks);
        continue;
      }
      for (LogFiles.LogFile file : LogFiles.of(path)) {
        if (file.form() == EventForm.BINARY) {
          blocks.add(file.path());
        } else if (known.add(
            file.path().toRealPath())) { // Binary logs that are given twice are recognised by their
          // blocks.
          texts.add(TextLog.of(file));
        }
      }
    }
    if (!blocks.isEmpty()) {
      binary = Optional.of(LogReader.open(blocks.toArray(Path[]::new)));
      open.add(binary.get());
    }
  }

  private void add(PipedLog piped, List<Path> blocks) {
    open.add(piped);
    piped.text().ifPresent(texts::add);
    piped.blocks().ifPresent(blocks::add);
  }

  /** Returns all events, in time order. */
  EventCursor cursor() throws IOException {
    List<EventCursor> cursors = new ArrayList<>();
    binary.ifPresent(reader -> cursors.add(reader.cursor()));
    for (TextLog text : texts) {
      cursors.add(cursor(text, damage::found));
    }
    return cursors.size() == 1 ? cursors.get(0) : EventCursor.merged(cursors);
  }

  private EventCursor cursor(TextLog text, Consumer<String> problems) throws IOException {
    TextLog.Events events = text.open(problems);
    open.add(events);
    return events.cursor();
  }

  /** Returns the types of the wanted events; reads text logs completely to find them. */
  Set<EventSchema> schemas(LogFilter filter) throws IOException {
    Set<EventSchema> schemas = new LinkedHashSet<>();
    binary.ifPresent(
        reader -> reader.schemas().stream().filter(filter::mayHold).forEach(schemas::add));
    for (TextLog text : texts) {
      EventCursor events = filter.of(cursor(text, problem -> {}));
      while (events.next()) {
        schemas.add(events.schema());
      }
    }
    return schemas;
  }

  /** Returns the streams that binary logs describe. */
  List<LogStream> streams() {
    return binary.map(LogReader::streams).orElse(List.of());
  }

  /** Returns the losses of binary logs; complete once their events have been read. */
  List<LogLoss> losses() throws IOException {
    return binary.isPresent() ? binary.get().losses() : List.of();
  }

  /** Reports damage after the logs have been read, and returns the exit status. */
  int status() throws IOException {
    damage.found(losses());
    return damage.status();
  }

  /** Returns the exit status if {@link #losses()} have already been shown. */
  int statusOfShown() throws IOException {
    boolean isDamaged = losses().stream().anyMatch(loss -> !LogDamage.isGap(loss));
    return isDamaged ? Main.FAILED : damage.status();
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : open) {
      each.close();
    }
  }
}
