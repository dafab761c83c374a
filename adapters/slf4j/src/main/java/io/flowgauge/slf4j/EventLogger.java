package io.flowgauge.slf4j;

import io.flowgauge.events.MessageLevel;
import java.util.Optional;
import org.slf4j.Marker;
import org.slf4j.event.DefaultLoggingEvent;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventAware;

/**
 * Sends its messages to the log; only SLF4J makes one. Public because SLF4J calls it by reflection
 * with the messages that threads log while its provider is still being initialised. Thread-safe;
 * deserialises as the logger with its name.
 */
public final class EventLogger extends LegacyAbstractLogger implements LoggingEventAware {
  private static final long serialVersionUID = 1L;
  private static final int OFF = Integer.MAX_VALUE;

  private final transient EventLoggers log;

  /** The least level that is logged. */
  private final transient int least;

  EventLogger(String name, EventLoggers log, Optional<Level> least) {
    this.name = name;
    this.log = log;
    this.least = least.map(Level::toInt).orElse(OFF);
  }

  @Override
  public boolean isTraceEnabled() {
    return isEnabled(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return isEnabled(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return isEnabled(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return isEnabled(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return isEnabled(Level.ERROR);
  }

  private boolean isEnabled(Level level) {
    return level.toInt() >= least && log.isEnabled(of(level));
  }

  private static MessageLevel of(Level level) {
    return switch (level) {
      case ERROR -> MessageLevel.ERROR;
      case WARN -> MessageLevel.WARN;
      case INFO -> MessageLevel.INFO;
      case DEBUG -> MessageLevel.DEBUG;
      case TRACE -> MessageLevel.TRACE;
    };
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return ""; // The caller's location is not used.
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level, Marker marker, String message, Object[] arguments, Throwable thrown) {
    DefaultLoggingEvent event = new DefaultLoggingEvent(level, this);
    event.setMessage(message);
    event.setThrowable(thrown);
    if (arguments != null) {
      event.addArguments(arguments);
    }
    if (marker != null) {
      event.addMarker(marker);
    }
    log(event);
  }

  @Override
  public void log(LoggingEvent event) {
    log.log(of(event.getLevel()), event);
  }

  @Override
  public String toString() {
    return "EventLogger[" + name + "]";
  }
}
