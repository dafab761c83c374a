package io.flowgauge.slf4j;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * The service provider that SLF4J finds. Thread-safe.
 *
 * <p>Settings are in {@code flowgauge-slf4j.properties} on the class path; system properties of the
 * same names with the prefix {@code flowgauge.slf4j.} take precedence:
 *
 * <pre>{@code
 * file = logs/app.nlb
 * level = info
 * level.org.example = debug
 * }</pre>
 *
 * <p>Without settings the file is {@code messages.nlb} in the working folder, and the level is
 * {@code info}; {@code off} is a level, too. A file that cannot be opened and an unknown level are
 * reported on standard error, as SLF4J does; without a file, messages are discarded. The log is
 * closed when the virtual machine shuts down.
 */
public final class EventLogProvider implements SLF4JServiceProvider {
  private static final String API_VERSION = "2.0.99";

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter context = new BasicMDCAdapter();
  private EventLoggers loggers;

  /** Creates a provider, for the service loader. */
  public EventLogProvider() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return loggers;
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return context;
  }

  @Override
  public String getRequestedApiVersion() {
    return API_VERSION;
  }

  @Override
  public void initialize() {
    loggers = EventLoggers.open(Settings.load(), context);
  }
}
