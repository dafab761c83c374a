package io.flowgauge.live;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects what monitors log until it is closed. */
final class Warnings extends Handler implements AutoCloseable {
  private static final Logger LOGGER = Logger.getLogger(LiveMonitor.class.getName());

  private final List<String> messages = Collections.synchronizedList(new ArrayList<>());

  Warnings() {
    LOGGER.addHandler(this);
  }

  List<String> messages() {
    return messages;
  }

  @Override
  public void publish(LogRecord record) {
    messages.add(record.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
  }
}
