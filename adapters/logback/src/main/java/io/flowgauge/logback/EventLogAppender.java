package io.flowgauge.logback;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import io.flowgauge.events.MessageEvent;
import io.flowgauge.events.MessageLevel;
import io.flowgauge.events.MessageLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Marker;

/**
 * Sends messages to the event log, alongside other appenders or instead of them:
 *
 * <pre>{@code
 * <configuration>
 *   <appender name="EVENTS" class="io.flowgauge.logback.EventLogAppender">
 *     <file>logs/app.nlb</file>
 *   </appender>
 *   <root level="info">
 *     <appender-ref ref="EVENTS"/>
 *   </root>
 *   <shutdownHook/>
 * </configuration>
 * }</pre>
 *
 * <p>The events are named {@code log.error}, {@code log.warn}, {@code log.info}, {@code log.debug}
 * and {@code log.trace}; their fields are {@code time}, {@code logger}, {@code thread}, {@code
 * msg}, and, if present, {@code template}, {@code arg.0}, {@code arg.1}, …, {@code mdc.KEY}, the
 * key-value pairs, {@code marker}, and {@code exception.type}, {@code .message} and {@code
 * .stacktrace}. The calling thread neither waits nor sees an exception; dropped messages are
 * counted in the log, and reported in Logback's status when the appender stops. No asynchronous
 * appender is needed before this one. Thread-safe.
 */
public final class EventLogAppender extends UnsynchronizedAppenderBase<ILoggingEvent> {
  private String file;
  private MessageLog log;

  /** Creates an appender without a file, for Logback. */
  public EventLogAppender() {}

  /**
   * Sets the file.
   *
   * @param file path of the file, {@code .nlb} by convention; events are appended if it exists
   */
  public void setFile(String file) {
    this.file = file;
  }

  @Override
  public void start() {
    if (isStarted()) {
      return; // Otherwise the open log would never be closed.
    }
    if (file == null || file.isBlank()) {
      addError("appender " + getName() + " needs a <file>");
      return;
    }
    try {
      log = MessageLog.open(Path.of(file));
      super.start();
    } catch (IOException | RuntimeException e) {
      addError("appender " + getName() + " cannot open " + file, e);
    }
  }

  @Override
  public void stop() {
    if (!isStarted()) {
      return;
    }
    super.stop();
    log.close();
    long dropped = log.counts().dropped() + log.lost();
    if (dropped > 0) {
      addWarn("the event log " + file + " dropped " + dropped + " events");
    }
  }

  @Override
  protected void append(ILoggingEvent event) {
    MessageLevel level = level(event.getLevel());
    log.log(level, () -> event(level, event));
  }

  private static MessageLevel level(Level level) {
    return switch (level.toInt()) {
      case Level.ERROR_INT -> MessageLevel.ERROR;
      case Level.WARN_INT -> MessageLevel.WARN;
      case Level.INFO_INT -> MessageLevel.INFO;
      case Level.DEBUG_INT -> MessageLevel.DEBUG;
      default -> MessageLevel.TRACE;
    };
  }

  private MessageEvent event(MessageLevel level, ILoggingEvent event) {
    MessageEvent made =
        log.message(
            level,
            nanos(event.getInstant()),
            event.getLoggerName(),
            event.getThreadName(),
            event.getFormattedMessage());
    made.arguments(event.getMessage(), event.getArgumentArray());
    event.getMDCPropertyMap().forEach(made::context);
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> made.value(pair.key, pair.value));
    }
    if (event.getMarkerList() != null) {
      made.marker(
          event.getMarkerList().stream().map(Marker::getName).collect(Collectors.joining(",")));
    }
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      made.thrown(thrown.getClassName(), thrown.getMessage(), ThrowableProxyUtil.asString(thrown));
    }
    return made;
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }
}
