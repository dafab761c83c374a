package io.flowgauge.events;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;

/** The event of a message, under construction. Not thread-safe. */
public final class MessageEvent {
  private static final List<String> NUMBERS =
      IntStream.range(0, 16).mapToObj(String::valueOf).toList();

  private final LooseEvent event;
  private final String text;

  MessageEvent(LooseEvent event, String text) {
    this.event = event;
    this.text = text;
  }

  /**
   * Adds the arguments of a message. Call it first.
   *
   * @param template the message without its arguments, or null. If it equals the message, it is not
   *     logged: programs that concatenate messages would soon use up the room for real templates
   * @param arguments the arguments, or null
   */
  public MessageEvent arguments(String template, Object[] arguments) {
    if (template != null && arguments != null && arguments.length > 0) {
      if (!template.equals(text)) {
        event.constant("template", template);
      }
      for (int k = 0; k < arguments.length; k++) {
        event.with("arg.", k < NUMBERS.size() ? NUMBERS.get(k) : "" + k, arguments[k]);
      }
    }
    return this;
  }

  /** Adds an entry of the context of the thread. */
  public MessageEvent context(String key, Object value) {
    event.with("mdc.", key, value);
    return this;
  }

  /** Adds a named value given with the message. */
  public MessageEvent value(String key, Object value) {
    event.with(key, value);
    return this;
  }

  /** Adds markers. */
  public MessageEvent marker(String markers) {
    event.with("marker", markers);
    return this;
  }

  /**
   * Adds an exception.
   *
   * @param thrown the exception, or null
   */
  public MessageEvent thrown(Throwable thrown) {
    return thrown == null
        ? this
        : thrown(thrown.getClass().getName(), message(thrown), stackTrace(thrown));
  }

  /** Returns the message of an exception; null if its method throws anything itself. */
  private static String message(Throwable thrown) {
    try {
      return thrown.getMessage();
    } catch (Throwable e) {
      return null;
    }
  }

  private static String stackTrace(Throwable thrown) {
    StringWriter text = new StringWriter();
    try {
      thrown.printStackTrace(new PrintWriter(text, true));
    } catch (Throwable e) { // For example, when the stack overflows at thousands of causes.
      text.append(" [failed: ").append(e.getClass().getName()).append(']');
    }
    return text.toString();
  }

  /**
   * Adds an exception given as text.
   *
   * @param type name of its class
   * @param message its message, or null
   * @param stackTrace its stack trace with its causes
   */
  public MessageEvent thrown(String type, String message, String stackTrace) {
    event.with("exception.type", type);
    if (message != null) {
      event.with("exception.message", message);
    }
    event.with("exception.stacktrace", stackTrace);
    return this;
  }

  void log() {
    event.log();
  }
}
