package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import io.flowgauge.instrumentation.jvm.agent.core.ChangeWire;
import java.io.DataInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** A change in a Java process. Thread-safe. */
final class JvmChange implements AppliedChange {
  private final JvmProcess process;
  private final Change change;
  private final int number;
  private final Optional<Number> before;
  private final Optional<Number> result;
  private final Duration took;
  private final Duration stopped;
  private long calls;
  private boolean isUndone;

  private JvmChange(JvmProcess process, Change change, DataInputStream in, long begin)
      throws IOException {
    this.process = process;
    this.change = change;
    this.number = in.readInt();
    this.before = ChangeWire.readNumber(in);
    this.result = ChangeWire.readNumber(in);
    this.stopped = Duration.ofNanos(Math.max(in.readLong(), 0));
    this.took = Duration.ofNanos(System.nanoTime() - begin);
  }

  static Outcome<AppliedChange> make(JvmProcess process, Change change) {
    long begin = System.nanoTime();
    Outcome<Outcome<AppliedChange>> answer =
        process.ask(
            AgentProtocol.CHANGE,
            out -> ChangeWire.write(out, change),
            in -> {
              Optional<Refusal> refusal = JvmProcess.refusal(in);
              return refusal.isPresent()
                  ? new Outcome.Refused<>(refusal.get())
                  : Outcome.done(new JvmChange(process, change, in, begin));
            });
    return answer.then(outcome -> outcome);
  }

  @Override
  public Change change() {
    return change;
  }

  @Override
  public Optional<Number> before() {
    return before;
  }

  @Override
  public Optional<Number> result() {
    return result;
  }

  @Override
  public Duration took() {
    return took;
  }

  @Override
  public Duration stopped() {
    return stopped;
  }

  /** Asks the agent; if it does not answer, returns its last count. */
  @Override
  public synchronized long calls() {
    if (!isUndone) {
      process
          .ask(AgentProtocol.CALLS, out -> out.writeInt(number), DataInputStream::readLong)
          .value()
          .ifPresent(this::count);
    }
    return calls;
  }

  private void count(long more) {
    calls = Math.max(calls, more);
  }

  /** Counts as done if the process has been released, which has undone the change already. */
  @Override
  public synchronized Outcome<AppliedChange> undo() {
    if (isUndone || !process.isAttached()) {
      return Outcome.done(this);
    }
    Outcome<Optional<Refusal>> answer =
        process.ask(
            AgentProtocol.UNDO,
            out -> out.writeInt(number),
            in -> {
              Optional<Refusal> refusal = JvmProcess.refusal(in);
              if (refusal.isEmpty()) {
                count(in.readLong());
                isUndone = true;
              }
              return refusal;
            });
    Optional<Refusal> refusal =
        answer.refusal().isPresent() ? answer.refusal() : answer.value().orElseThrow();
    return refusal.isPresent() && process.isAttached()
        ? new Outcome.Refused<>(refusal.get())
        : Outcome.done(this);
  }

  @Override
  public String toString() {
    return change + " in " + process.process().name() + before.map(b -> ", before " + b).orElse("");
  }
}
