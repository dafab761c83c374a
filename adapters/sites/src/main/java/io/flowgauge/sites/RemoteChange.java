package io.flowgauge.sites;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.MadeChange;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A change of a process at another place. Thread-safe. */
final class RemoteChange implements AppliedChange {
  private final RemoteProcess process;
  private final Change change;
  private MadeChange made;
  private boolean isUndone;

  RemoteChange(RemoteProcess process, Change change, MadeChange made) {
    this.process = process;
    this.change = change;
    this.made = made;
  }

  @Override
  public Change change() {
    return change;
  }

  @Override
  public synchronized Optional<Number> before() {
    return made.before();
  }

  @Override
  public synchronized Optional<Number> result() {
    return made.result();
  }

  @Override
  public synchronized Duration took() {
    return made.took();
  }

  @Override
  public synchronized Duration stopped() {
    return made.stopped();
  }

  /** Returns the last known number if the place cannot be reached. */
  @Override
  public synchronized long calls() {
    if (!isUndone) {
      List<MadeChange> all =
          process
              .ask(new IrlRequest.GetChanges(), answer -> ((RequestAnswer.Changes) answer).made())
              .value()
              .orElse(List.of());
      all.stream().filter(one -> one.id().equals(made.id())).forEach(one -> made = one);
    }
    return made.calls();
  }

  /**
   * Counts as done if the lease has ended, the process has been released or the process has ended:
   * each of these has undone the change already.
   */
  @Override
  public synchronized Outcome<AppliedChange> undo() {
    if (isUndone) {
      return Outcome.done(this);
    }
    Outcome<MadeChange> outcome =
        process.ask(
            new IrlRequest.UndoChange(made.id()), answer -> ((RequestAnswer.Undone) answer).made());
    Optional<Refusal> refusal =
        outcome
            .refusal()
            .filter(
                why -> why.code() != RefusalCode.DETACHED && why.code() != RefusalCode.NO_PROCESS);
    if (refusal.isPresent()) {
      return new Outcome.Refused<>(refusal.get());
    }
    isUndone = true;
    made = outcome.value().orElse(made);
    return Outcome.done(this);
  }

  @Override
  public String toString() {
    return change + " in process " + process.process().pid();
  }
}
