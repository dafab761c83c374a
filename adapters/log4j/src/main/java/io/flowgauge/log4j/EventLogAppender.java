package io.flowgauge.log4j;

import io.flowgauge.events.MessageEvent;
import io.flowgauge.events.MessageLevel;
import io.flowgauge.events.MessageLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.apache.logging.log4j.core.config.plugins.validation.constraints.Required;
import org.apache.logging.log4j.core.time.Instant;
import org.apache.logging.log4j.message.MapMessage;
import org.apache.logging.log4j.message.Message;
import org.apache.logging.log4j.spi.StandardLevel;

/**
 * Sends messages to the event log, alongside other appenders or instead of them:
 *
 * <pre>{@code
 * <Configuration>
 *   <Appenders>
 *     <EventLog name="events" fileName="logs/app.nlb"/>
 *   </Appenders>
 *   <Loggers>
 *     <Root level="info">
 *       <AppenderRef ref="events"/>
 *     </Root>
 *   </Loggers>
 * </Configuration>
 * }</pre>
 *
 * <p>The events are named {@code log.fatal}, {@code log.error}, {@code log.warn}, {@code log.info},
 * {@code log.debug} and {@code log.trace}, with custom levels counting as the next more specific
 * one; their fields are {@code time}, {@code logger}, {@code thread}, {@code msg}, and, if present,
 * {@code template}, {@code arg.0}, {@code arg.1}, …, {@code mdc.KEY}, the values of map messages,
 * {@code marker}, and {@code exception.type}, {@code .message} and {@code .stacktrace}. The calling
 * thread neither waits nor sees an exception; dropped messages are counted in the log, and reported
 * in Log4j's status when the appender stops. No asynchronous appender or logger is needed before
 * this one. Thread-safe.
 */
@Plugin(
    name = "EventLog",
    category = Core.CATEGORY_NAME,
    elementType = Appender.ELEMENT_TYPE,
    printObject = true)
public final class EventLogAppender extends AbstractAppender {
  private final Path file;
  private volatile MessageLog log;

  private EventLogAppender(Builder settings, Path file) throws IOException {
    super(
        settings.getName(),
        settings.getFilter(),
        null,
        settings.isIgnoreExceptions(),
        settings.getPropertyArray());
    this.file = file;
    log = MessageLog.open(file);
  }

  /**
   * Starts the configuration of an appender.
   *
   * @return a builder for the settings
   */
  @PluginBuilderFactory
  public static Builder newBuilder() {
    return new Builder();
  }

  /** Settings of an appender. Not thread-safe. */
  public static final class Builder extends AbstractAppender.Builder<Builder>
      implements org.apache.logging.log4j.core.util.Builder<EventLogAppender> {
    @PluginBuilderAttribute
    @Required(message = "an EventLog appender needs a fileName")
    private String fileName;

    private Builder() {}

    /**
     * Sets the file.
     *
     * @param file path of the file, {@code .nlb} by convention; events are appended if it exists
     * @return this
     */
    public Builder setFileName(String file) {
      fileName = file;
      return this;
    }

    @Override
    public EventLogAppender build() {
      try {
        return new EventLogAppender(this, Path.of(fileName));
      } catch (IOException | RuntimeException e) {
        LOGGER.error("EventLog appender {} cannot open {}", getName(), fileName, e);
        return null; // Then Log4j continues without it.
      }
    }
  }

  @Override
  public void append(LogEvent event) {
    MessageLevel level = level(event.getLevel().getStandardLevel());
    MessageLog to = log;
    to.log(level, () -> event(to, level, event));
  }

  private static MessageLevel level(StandardLevel level) {
    return switch (level) {
      case OFF, FATAL -> MessageLevel.FATAL;
      case ERROR -> MessageLevel.ERROR;
      case WARN -> MessageLevel.WARN;
      case INFO -> MessageLevel.INFO;
      case DEBUG -> MessageLevel.DEBUG;
      case TRACE, ALL -> MessageLevel.TRACE;
    };
  }

  @SuppressWarnings("deprecation") // Only getFormat() returns the message without its arguments.
  private static MessageEvent event(MessageLog log, MessageLevel level, LogEvent event) {
    Message message = event.getMessage();
    MessageEvent made =
        log.message(
            level,
            nanos(event.getInstant()),
            event.getLoggerName(),
            event.getThreadName(),
            message.getFormattedMessage());
    if (!(message instanceof MapMessage)) { // Its parameters are its values without their names.
      made.arguments(message.getFormat(), message.getParameters());
    }
    event.getContextData().<Object>forEach(made::context);
    if (message instanceof MapMessage<?, ?> map) {
      map.<Object>forEach(made::value);
    }
    if (event.getMarker() != null) {
      made.marker(event.getMarker().getName());
    }
    return made.thrown(event.getThrown());
  }

  private static long nanos(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNanoOfSecond();
  }

  /** Opens the log again if the appender was stopped. */
  @Override
  public void start() {
    try {
      if (isStopped()) {
        log = MessageLog.open(file);
      }
      super.start();
    } catch (IOException | RuntimeException e) {
      LOGGER.error("EventLog appender {} cannot open {}", getName(), file, e);
    }
  }

  @Override
  public boolean stop(long timeout, TimeUnit unit) {
    setStopping();
    boolean stopped = super.stop(timeout, unit, false);
    log.close();
    long dropped = log.counts().dropped() + log.lost();
    if (dropped > 0) {
      LOGGER.warn("the event log of appender {} dropped {} events", getName(), dropped);
    }
    setStopped();
    return stopped;
  }
}
