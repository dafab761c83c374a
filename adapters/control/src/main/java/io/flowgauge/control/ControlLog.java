package io.flowgauge.control;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Writes decisions and findings into an event log. The event {@value #DECISION} has the fields
 * {@code ACTIVITY} (the lifeline), {@code STATE}, {@code POLICY}, {@code PIDS} and {@code REASON}.
 * The event {@value #FINDING} has {@code ACTIVITY}, {@code TYPE}, {@code POLICY}, {@code PIDS},
 * {@code REGION}, {@code WITHIN}, {@code SHARE}, {@code USUAL} (NaN if unknown), {@code WAITING}
 * and {@code LOOKS}. Thread-safe.
 */
public final class ControlLog {
  /** Name of the event of a decision. */
  public static final String DECISION = "control.decision";

  /** Name of the event of a finding. */
  public static final String FINDING = "control.finding";

  private final DeclaredEvent decision;
  private final DeclaredEvent finding;

  /**
   * Makes a log, whose methods are listeners.
   *
   * @param log the log, which the caller closes
   */
  public ControlLog(EventLog log) {
    Objects.requireNonNull(log, "log");
    decision =
        log.declare(
            EventSchema.named(DECISION)
                .lifeline("ACTIVITY", FieldType.STRING)
                .string("STATE")
                .string("POLICY")
                .string("PIDS")
                .string("REASON")
                .build());
    finding =
        log.declare(
            EventSchema.named(FINDING)
                .lifeline("ACTIVITY", FieldType.STRING)
                .string("TYPE")
                .string("POLICY")
                .string("PIDS")
                .string("REGION")
                .string("WITHIN")
                .float64("SHARE")
                .float64("USUAL")
                .float64("WAITING")
                .int32("LOOKS")
                .build());
  }

  /**
   * Writes a decision.
   *
   * @param decision the decision
   */
  public void decided(Decision decision) {
    this.decision.log(
        decision.activity(),
        decision.state().label(),
        decision.policy(),
        text(decision.pids()),
        decision.reason());
  }

  /**
   * Writes a finding.
   *
   * @param finding the finding
   */
  public void found(Finding finding) {
    this.finding.log(
        finding.activity(),
        finding.type(),
        finding.policy(),
        text(finding.pids()),
        finding.region().qualifiedName(),
        finding.within().map(region -> region.qualifiedName()).orElse(""),
        finding.share(),
        finding.usualShare().orElse(Double.NaN),
        finding.waiting(),
        finding.looks());
  }

  private static String text(List<Long> pids) {
    return pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }
}
