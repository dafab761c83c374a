package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/** Changes a process. Not thread-safe. */
final class Changer {
  private final ChangeCalls shim;
  private final long handle;
  private final ProcessVariables variables;
  private final Rewriting rewriting;
  private final Calling calling;

  Changer(
      ChangeCalls shim,
      long handle,
      ProcessVariables variables,
      Rewriting rewriting,
      Calling calling) {
    this.rewriting = rewriting;
    this.calling = calling;
    this.shim = shim;
    this.handle = handle;
    this.variables = variables;
  }

  Outcome<AppliedChange> change(Change change) {
    if (change instanceof Change.SetVariable wanted) {
      return variables.find(wanted.target()).then(found -> set(wanted, found));
    }
    if (change instanceof Change.RewriteArgument wanted) {
      return rewriting.rewrite(wanted);
    }
    if (change instanceof Change.RewriteResult wanted) {
      return rewriting.rewrite(wanted);
    }
    if (change instanceof Change.CallFunction wanted) {
      return calling.call(wanted);
    }
    if (change instanceof Change.ReplaceFunction wanted) {
      return rewriting.replace(wanted);
    }
    throw new AssertionError(change);
  }

  private Outcome<AppliedChange> set(Change.SetVariable wanted, ProcessVariables.Found found) {
    return VariableValue.bits(found.holder(), wanted.value())
        .then(
            bits -> {
              long begin = System.nanoTime();
              return set(found, bits, OptionalLong.empty())
                  .then(
                      before ->
                          Outcome.done(
                              new SetChange(
                                  wanted,
                                  found,
                                  bits,
                                  before,
                                  Duration.ofNanos(System.nanoTime() - begin))));
            });
  }

  private synchronized Outcome<Long> set(
      ProcessVariables.Found found, long bits, OptionalLong expected) {
    return shim.set(handle, found.address(), (int) found.variable().size(), bits, expected);
  }

  /** A variable that was set. Thread-safe. */
  private final class SetChange implements AppliedChange {
    private final Change change;
    private final ProcessVariables.Found found;
    private final long bits;
    private final long before;
    private final Duration took;
    private boolean isUndone;

    SetChange(Change change, ProcessVariables.Found found, long bits, long before, Duration took) {
      this.change = change;
      this.found = found;
      this.bits = bits;
      this.before = before;
      this.took = took;
    }

    @Override
    public Change change() {
      return change;
    }

    @Override
    public Optional<Number> before() {
      return Optional.of(VariableValue.value(found.holder(), before));
    }

    @Override
    public Duration took() {
      return took;
    }

    /** Restores the previous value; releasing the process has restored it, too. */
    @Override
    public synchronized Outcome<AppliedChange> undo() {
      if (isUndone) {
        return Outcome.done(this);
      }
      Outcome<Long> outcome = set(found, before, OptionalLong.of(bits));
      isUndone = ChangeCalls.isUndone(outcome);
      return isUndone ? Outcome.done(this) : new Outcome.Refused<>(outcome.refusal().orElseThrow());
    }

    @Override
    public String toString() {
      return change + " in " + found.name() + ", before " + before().orElseThrow();
    }
  }
}
