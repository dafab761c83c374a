package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.RewriteArgument;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import java.time.Duration;

/** Rewrites arguments of calls. Not thread-safe. */
final class Rewriting {
  private static final int IN_REGISTERS = 6;
  private static final int MOST_CONDITIONS = 4;

  private final Shim shim;
  private final long handle;
  private final Installer installer;
  private final Object lock;

  /**
   * For a process.
   *
   * @param lock held whenever the installer is used
   */
  Rewriting(Shim shim, long handle, Installer installer, Object lock) {
    this.lock = lock;
    this.shim = shim;
    this.handle = handle;
    this.installer = installer;
  }

  Outcome<AppliedChange> rewrite(RewriteArgument change) {
    return check(change).then(value -> rewrite(change, value));
  }

  /** The value, if all of the change can be done. */
  private static Outcome<Long> check(RewriteArgument change) {
    boolean isFar =
        change.argument().index() >= IN_REGISTERS
            || change.conditions().stream().anyMatch(c -> c.argument().index() >= IN_REGISTERS);
    if (isFar) {
      return wrong("only the first six arguments that are whole numbers or pointers can be seen");
    }
    if (change.conditions().stream().anyMatch(c -> c.argument().pointedBytes() != 0)) {
      return wrong("what an argument points to cannot be a condition");
    }
    if (change.conditions().size() > MOST_CONDITIONS) {
      return wrong("there can be four conditions, but are " + change.conditions().size());
    }
    if (!(change.value() instanceof Long value)) {
      return wrong("only whole numbers can be put in, but this is " + change.value());
    }
    int bits = change.argument().pointedBytes() * Byte.SIZE;
    boolean fits =
        bits == 0 || bits == Long.SIZE || value >> bits == 0 || (value >> (bits - 1) == -1);
    return fits
        ? Outcome.done(value)
        : wrong(value + " does not fit " + change.argument().pointedBytes() + " bytes");
  }

  private static <T> Outcome<T> wrong(String what) {
    return Outcome.refused(RefusalCode.WRONG_TYPE, what);
  }

  private Outcome<AppliedChange> rewrite(RewriteArgument change, long value) {
    long begin = System.nanoTime();
    return installer
        .beginRewriting(change.target())
        .then(
            ready -> {
              Outcome<Integer> rule = shim.rewrite(handle, ready.number(), change, value);
              if (rule.refusal().isPresent()) {
                installer.endRewriting(ready.number());
                return new Outcome.Refused<>(rule.refusal().get());
              }
              Duration took = Duration.ofNanos(System.nanoTime() - begin);
              return Outcome.done(new Applied(change, ready, rule.orThrow(), took));
            });
  }

  /** An argument that is rewritten. Thread-safe. */
  private final class Applied implements AppliedChange {
    private final RewriteArgument change;
    private final Installer.Rewritten function;
    private final int rule;
    private final Duration took;
    private long calls;
    private boolean isUndone;

    Applied(RewriteArgument change, Installer.Rewritten function, int rule, Duration took) {
      this.change = change;
      this.function = function;
      this.rule = rule;
      this.took = took;
    }

    @Override
    public Change change() {
      return change;
    }

    @Override
    public Duration took() {
      return took;
    }

    @Override
    public Duration stopped() {
      return function.stopped();
    }

    @Override
    public synchronized long calls() {
      if (!isUndone) {
        shim.rewritten(handle, function.number(), rule).value().ifPresent(now -> calls = now);
      }
      return calls;
    }

    /** Where the sensor is gone the rewriting is, too: the process has ended, or was let go. */
    @Override
    public synchronized Outcome<AppliedChange> undo() {
      if (!isUndone) {
        calls();
        shim.unrewrite(handle, function.number(), rule).value();
        synchronized (lock) {
          installer.endRewriting(function.number());
        }
        isUndone = true;
      }
      return Outcome.done(this);
    }

    @Override
    public String toString() {
      return change + ", " + calls() + " calls so far";
    }
  }
}
