package io.flowgauge.slf4j;

import io.flowgauge.events.MessageEvent;
import io.flowgauge.events.MessageLevel;
import io.flowgauge.events.MessageLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.Reporter;
import org.slf4j.spi.MDCAdapter;

/** The loggers that write one log. Thread-safe. */
final class EventLoggers implements ILoggerFactory, AutoCloseable {
  private final Settings settings;
  private final MDCAdapter context;
  private final Optional<MessageLog> log;
  private final ConcurrentMap<String, EventLogger> loggers = new ConcurrentHashMap<>();

  private EventLoggers(Settings settings, MDCAdapter context, Optional<MessageLog> log) {
    this.settings = settings;
    this.context = context;
    this.log = log;
  }

  static EventLoggers open(Settings settings, MDCAdapter context) {
    try {
      MessageLog log = MessageLog.open(Path.of(settings.file()));
      return new EventLoggers(settings, context, Optional.of(log));
    } catch (IOException | RuntimeException e) {
      Reporter.error(
          "flowgauge: messages are discarded, because " + settings.file() + " cannot be opened", e);
      return new EventLoggers(settings, context, Optional.empty());
    }
  }

  @Override
  public Logger getLogger(String name) {
    String known = name == null ? Logger.ROOT_LOGGER_NAME : name;
    return loggers.computeIfAbsent(
        known, n -> new EventLogger(n, this, log.isEmpty() ? Optional.empty() : settings.level(n)));
  }

  boolean isEnabled(MessageLevel level) {
    return log.isPresent() && log.get().isEnabled(level);
  }

  void log(MessageLevel level, LoggingEvent event) {
    log.ifPresent(to -> to.log(level, () -> event(to, level, event)));
  }

  private MessageEvent event(MessageLog to, MessageLevel level, LoggingEvent event) {
    Throwable thrown = event.getThrowable();
    Object[] arguments = event.getArgumentArray();
    if (thrown == null && MessageFormatter.getThrowableCandidate(arguments) != null) {
      // The fluent API leaves the exception among the arguments; other calls have removed it.
      thrown = MessageFormatter.getThrowableCandidate(arguments);
      arguments = MessageFormatter.trimmedCopy(arguments);
    }
    String text = MessageFormatter.basicArrayFormat(event.getMessage(), arguments);
    MessageEvent made = to.message(level, nanos(event), event.getLoggerName(), thread(event), text);
    made.arguments(event.getMessage(), arguments);
    Map<String, String> mdc = context.getCopyOfContextMap();
    if (mdc != null) {
      mdc.forEach(made::context);
    }
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> made.value(pair.key, pair.value));
    }
    if (event.getMarkers() != null && !event.getMarkers().isEmpty()) {
      made.marker(
          event.getMarkers().stream().map(Marker::getName).collect(Collectors.joining(",")));
    }
    return made.thrown(thrown);
  }

  /**
   * Returns the time of an event. Only an event that SLF4J kept during initialisation has a time
   * and a thread; any other is made now, in this thread.
   */
  private static long nanos(LoggingEvent event) {
    if (event.getTimeStamp() > 0) {
      return TimeUnit.MILLISECONDS.toNanos(event.getTimeStamp());
    }
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  private static String thread(LoggingEvent event) {
    return event.getThreadName() == null ? Thread.currentThread().getName() : event.getThreadName();
  }

  /** Returns the log; empty if it could not be opened. */
  Optional<MessageLog> messages() {
    return log;
  }

  @Override
  public void close() {
    log.ifPresent(MessageLog::close);
  }
}
