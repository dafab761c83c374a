package io.flowgauge.log.write;

import io.flowgauge.log.EventSchema;
import java.lang.invoke.MethodHandles;

/**
 * A pair of events at the start and the end of an operation, joined by a lifeline. Thread-safe.
 *
 * <pre>{@code
 * EventBracket transfer = log.bracket("transfer");
 * long id = transfer.start();
 * int status = send(block);
 * transfer.end(id, status);
 * }</pre>
 */
public final class EventBracket {
  /** Name of the field that holds the lifeline. */
  public static final String LIFELINE = "id";

  /** Name of the end event's field that holds the status. */
  public static final String STATUS = "status";

  private interface Start {
    void log(long id);
  }

  private interface End {
    void log(long id, int status);
  }

  private final EventLog log;
  private final Start start;
  private final End end;

  EventBracket(EventLog log, String name) {
    this.log = log;
    EventSchema starts = EventSchema.named(name + ".start").lifeline(LIFELINE).build();
    EventSchema ends = EventSchema.named(name + ".end").lifeline(LIFELINE).int32(STATUS).build();
    MethodHandles.Lookup own = MethodHandles.lookup();
    start = log.declare(starts).as(own, Start.class);
    end = log.declare(ends).as(own, End.class);
  }

  /**
   * Logs the start of a new operation.
   *
   * @return the id to log its end with
   */
  public long start() {
    long id = log.newLifeline();
    start(id);
    return id;
  }

  /**
   * Logs the start of an operation that has an id.
   *
   * @param id the lifeline
   */
  public void start(long id) {
    start.log(id);
  }

  /**
   * Logs the end of an operation.
   *
   * @param id the lifeline the start was logged with
   * @param status the status; negative for an error
   */
  public void end(long id, int status) {
    end.log(id, status);
  }
}
