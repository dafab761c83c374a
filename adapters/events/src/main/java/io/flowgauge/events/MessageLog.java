package io.flowgauge.events;

import io.flowgauge.log.write.LogCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Logs the messages of logging libraries as events. Thread-safe.
 *
 * <p>An event is named {@code log.fatal}, {@code log.error}, {@code log.warn}, {@code log.info},
 * {@code log.debug} or {@code log.trace}; its level in NetLogger's words is the constant {@code
 * level}, and its fields are
 *
 * <ul>
 *   <li>{@code time}, when the library made the message, in nanoseconds since 1970; the event's own
 *       time is when it arrived here, which is later if an asynchronous appender delivers it,
 *   <li>{@code logger}, {@code thread} and {@code msg}, the message with its arguments filled in,
 *   <li>and, if present: {@code template}, the message without its arguments where that differs,
 *       {@code arg.0}, {@code arg.1}, …, {@code mdc.KEY} for each entry of the context, each
 *       key-value pair under its own key, {@code marker}, and {@code exception.type}, {@code
 *       exception.message}, {@code exception.stacktrace}.
 * </ul>
 *
 * <p>Logger and template are constants, held once by the log for all messages that share them,
 * unless there are thousands. Integers and floating-point numbers stay numbers; everything else
 * becomes text. A name that is taken or not allowed is slightly changed. Texts that do not fit are
 * truncated, and {@code cut} says by how much. Logging neither waits nor throws.
 */
public final class MessageLog implements AutoCloseable {
  private final SharedLog log;
  private final Map<MessageLevel, LooseEvents.Kind> kinds = new EnumMap<>(MessageLevel.class);
  private final LongAdder lost = new LongAdder();

  /**
   * Whether the thread is formatting a message. An array, because a class of ours would keep its
   * class loader alive in threads that outlive the log.
   */
  private final ThreadLocal<boolean[]> busy = ThreadLocal.withInitial(() -> new boolean[1]);

  private MessageLog(SharedLog log) {
    this.log = log;
    LooseEvents events = new LooseEvents(log.log());
    for (MessageLevel level : MessageLevel.values()) {
      kinds.put(level, events.kind(level.schema()));
    }
  }

  /**
   * Opens a log for messages; other parts of the process may be using it.
   *
   * @param file the file, {@code .nlb} by convention; events are appended if it exists
   */
  public static MessageLog open(Path file) throws IOException {
    return new MessageLog(SharedLog.open(file));
  }

  /**
   * Whether messages are logged.
   *
   * @return false if they are switched off or the log is closed
   */
  public boolean isEnabled(MessageLevel level) {
    return kinds.get(level).isEnabled();
  }

  /**
   * Logs a message if its level is wanted. Formatting a message's arguments may itself log, which
   * could recurse without end: messages that a thread logs in the meantime are only counted. So are
   * messages whose formatting throws anything.
   */
  public void log(MessageLevel level, Supplier<MessageEvent> event) {
    if (!isEnabled(level)) {
      return;
    }
    boolean[] inside = busy.get();
    if (inside[0]) {
      lost.increment();
      return;
    }
    inside[0] = true;
    try {
      event.get().log();
    } catch (Throwable e) { // Thrown by the message itself, or for lack of memory or stack.
      lost.increment();
    } finally {
      inside[0] = false;
    }
  }

  /**
   * Number of messages that are not in the log because their thread was formatting another, or
   * because formatting them failed.
   */
  public long lost() {
    return lost.sum();
  }

  /**
   * Begins the event of a message.
   *
   * @param nanos when it was made, in nanoseconds since 1970-01-01T00:00:00Z
   * @param text the message, its arguments filled in
   */
  public MessageEvent message(
      MessageLevel level, long nanos, String logger, String thread, String text) {
    String message = orEmpty(text);
    LooseEvent event = kinds.get(level).begin(nanos, orEmpty(thread), message);
    return new MessageEvent(event.constant("logger", orEmpty(logger)), message);
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  /** Counts what happened to the events of the log. */
  public LogCounts counts() {
    return log.counts();
  }

  /** Ends this use of the log, and closes the log if nobody else uses it. */
  @Override
  public void close() {
    log.close();
  }

  @Override
  public String toString() {
    return "MessageLog[" + log + "]";
  }
}
