package io.flowgauge.tuning;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes steps into an event log. The event {@value #STEP} has the fields {@code PROGRAM} (the
 * lifeline), {@code TUNLET}, {@code STATE}, {@code CHANGE}, {@code PIDS}, {@code BEFORE} and {@code
 * AFTER} (calls per second; NaN where nothing was measured), and {@code REASON}. Thread-safe.
 */
public final class TuningLog implements Consumer<TuningStep> {
  /** Name of the event. */
  public static final String STEP = "tuning.step";

  private final DeclaredEvent step;

  /**
   * Creates a listener that logs.
   *
   * @param log the log, which the caller closes
   */
  public TuningLog(EventLog log) {
    Objects.requireNonNull(log, "log");
    step =
        log.declare(
            EventSchema.named(STEP)
                .lifeline("PROGRAM", FieldType.STRING)
                .string("TUNLET")
                .string("STATE")
                .string("CHANGE")
                .string("PIDS")
                .float64("BEFORE")
                .float64("AFTER")
                .string("REASON")
                .build());
  }

  @Override
  public void accept(TuningStep step) {
    this.step.log(
        step.program(),
        step.tunlet(),
        step.state().label(),
        step.change().map(Change::toString).orElse(""),
        step.pids().stream().map(String::valueOf).collect(Collectors.joining(" ")),
        mean(step.before()),
        mean(step.after()),
        step.reason());
  }

  /** Returns NaN if nothing was measured, which is not zero. */
  private static double mean(Rate rate) {
    return rate.intervals() == 0 ? Double.NaN : rate.mean();
  }
}
