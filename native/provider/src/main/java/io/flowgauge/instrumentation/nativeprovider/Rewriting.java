package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.Condition;
import io.flowgauge.instrumentation.Change.ReplaceFunction;
import io.flowgauge.instrumentation.Change.RewriteArgument;
import io.flowgauge.instrumentation.Change.RewriteResult;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.nativeprovider.VariableValue.Holder;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Signature;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Rewrites calls of functions, or redirects them to other functions. Not thread-safe. */
final class Rewriting {
  private static final int IN_REGISTERS = 6;
  private static final int MOST_CONDITIONS = 4;

  private final ChangeCalls shim;
  private final long handle;
  private final Installer installer;
  private final ProcessSignatures signatures;
  private final Object lock;

  /**
   * Creates the rewriting of a process.
   *
   * @param lock held whenever the installer is used
   */
  Rewriting(
      ChangeCalls shim,
      long handle,
      Installer installer,
      ProcessSignatures signatures,
      Object lock) {
    this.lock = lock;
    this.shim = shim;
    this.handle = handle;
    this.installer = installer;
    this.signatures = signatures;
  }

  /** How calls are rewritten: {@code struct fg_rule} without the region. */
  record Rule(What what, int argument, long value, List<Condition> conditions) {
    /** {@code enum fg_rewriting}. */
    enum What {
      ARGUMENT(0),
      POINTED(1),
      RESULT(2),
      FRACTION(3),
      FUNCTION(4);

      final int number;

      What(int number) {
        this.number = number;
      }
    }
  }

  Outcome<AppliedChange> rewrite(RewriteArgument change) {
    return check(change)
        .then(
            rule ->
                installer.findFunction(change.target()).then(place -> apply(change, place, rule)));
  }

  Outcome<AppliedChange> rewrite(RewriteResult change) {
    return checkConditions(change.conditions())
        .then(
            fine ->
                installer
                    .findFunction(change.target())
                    .then(place -> rule(change, place).then(rule -> apply(change, place, rule))));
  }

  /** Returns the rule that sets the result, if the function can return that value. */
  private Outcome<Rule> rule(RewriteResult change, Place place) {
    Optional<Signature> known = signatures.of(place.region().address());
    if (known.isPresent() && known.get().result().isEmpty()) {
      return wrongType(place.region().qualifiedName() + " returns nothing");
    }
    Signature.Type type =
        known
            .flatMap(Signature::result)
            .orElseGet(() -> new Signature.Type(Kind.UNKNOWN, Long.BYTES));
    Holder holder =
        new Holder("the result of " + place.region().qualifiedName(), type.kind(), type.size());
    Rule.What what = type.kind() == Kind.FLOAT ? Rule.What.FRACTION : Rule.What.RESULT;
    return VariableValue.bits(holder, change.value())
        .then(bits -> Outcome.done(new Rule(what, 0, bits, change.conditions())));
  }

  /** Returns the rule that sets an argument, if the change is possible. */
  private static Outcome<Rule> check(RewriteArgument change) {
    int bytes = change.argument().pointedBytes();
    if (change.argument().index() >= IN_REGISTERS) {
      return argumentNotVisible();
    }
    if (!(change.value() instanceof Long value)) {
      return wrongType("arguments can be set only to whole numbers, not to " + change.value());
    }
    int bits = bytes * Byte.SIZE;
    boolean fits =
        bits == 0 || bits == Long.SIZE || value >> bits == 0 || (value >> (bits - 1) == -1);
    if (!fits) {
      return wrongType(value + " does not fit into " + bytes + " bytes");
    }
    Rule.What what = bytes == 0 ? Rule.What.ARGUMENT : Rule.What.POINTED;
    return checkConditions(change.conditions())
        .then(
            fine ->
                Outcome.done(
                    new Rule(what, change.argument().index(), value, change.conditions())));
  }

  private static Outcome<Boolean> checkConditions(List<Condition> conditions) {
    if (conditions.stream().anyMatch(c -> c.argument().index() >= IN_REGISTERS)) {
      return argumentNotVisible();
    }
    if (conditions.stream().anyMatch(c -> c.argument().pointedBytes() != 0)) {
      return wrongType(
          "a condition can compare an argument, but not the value that an argument points to");
    }
    return conditions.size() > MOST_CONDITIONS
        ? wrongType("there can be at most four conditions, but there are " + conditions.size())
        : Outcome.done(true);
  }

  private static <T> Outcome<T> argumentNotVisible() {
    return wrongType(
        "only the first six arguments that are whole numbers or pointers can be rewritten or compared");
  }

  private static <T> Outcome<T> wrongType(String what) {
    return Outcome.refused(RefusalCode.WRONG_TYPE, what);
  }

  Outcome<AppliedChange> replace(ReplaceFunction change) {
    if (!change.library().isAbsolute()) {
      return Outcome.refused(
          RefusalCode.NO_LIBRARY,
          "the library must be an absolute path, because the process may run in another folder: "
              + change.library());
    }
    return installer.findFunction(change.target()).then(place -> replace(change, place));
  }

  /**
   * Replaces a function. If the function cannot have a sensor, it is kept and nothing is loaded.
   */
  private Outcome<AppliedChange> replace(ReplaceFunction change, Place place) {
    long begin = System.nanoTime();
    return installer
        .rewritten()
        .begin(place)
        .then(
            ready ->
                unlessRefused(
                    ready,
                    shim.load(handle, change.library(), change.function())
                        .then(loaded -> sameSignature(place, change, loaded))
                        .then(
                            loaded ->
                                shim.rewrite(handle, ready.number(), ruleCalling(loaded))
                                    .then(
                                        rule ->
                                            Outcome.done(
                                                new Applied(
                                                    change,
                                                    ready,
                                                    rule,
                                                    ready.stopped().plus(loaded.stopped()),
                                                    since(begin)))))));
  }

  private static Rule ruleCalling(ChangeCalls.Loaded loaded) {
    return new Rule(Rule.What.FUNCTION, 0, loaded.address(), List.of());
  }

  /** Refuses a replacement with another signature, if debug information has both signatures. */
  private Outcome<ChangeCalls.Loaded> sameSignature(
      Place place, ReplaceFunction change, ChangeCalls.Loaded loaded) {
    Optional<Signature> old = signatures.of(place.region().address());
    Optional<Signature> other = signatures.of(loaded.address());
    return old.isEmpty() || other.isEmpty() || old.equals(other)
        ? Outcome.done(loaded)
        : wrongType(
            change.function()
                + " of "
                + change.library()
                + " has other parameters or another result than "
                + place.region().qualifiedName());
  }

  private Outcome<AppliedChange> apply(Change change, Place place, Rule rule) {
    long begin = System.nanoTime();
    return installer
        .rewritten()
        .begin(place)
        .then(
            ready ->
                unlessRefused(
                    ready,
                    shim.rewrite(handle, ready.number(), rule)
                        .then(
                            number ->
                                Outcome.done(
                                    new Applied(
                                        change, ready, number, ready.stopped(), since(begin))))));
  }

  private Outcome<AppliedChange> unlessRefused(
      RewrittenFunctions.Rewritten ready, Outcome<Applied> outcome) {
    if (outcome.refusal().isPresent()) {
      installer.rewritten().end(ready);
    }
    return outcome.then(Outcome::done);
  }

  private static Duration since(long begin) {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /** A rewriting in force. Thread-safe. */
  private final class Applied implements AppliedChange {
    private final Change change;
    private final RewrittenFunctions.Rewritten begun;
    private final int rule;
    private final Duration stopped;
    private final Duration took;
    private long calls;
    private boolean isUndone;

    Applied(
        Change change,
        RewrittenFunctions.Rewritten begun,
        int rule,
        Duration stopped,
        Duration took) {
      this.change = change;
      this.begun = begun;
      this.rule = rule;
      this.stopped = stopped;
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
      return stopped;
    }

    @Override
    public synchronized long calls() {
      if (!isUndone && installer.rewritten().isInForce(begun)) {
        shim.rewritten(handle, begun.number(), rule).value().ifPresent(now -> calls = now);
      }
      return calls;
    }

    /**
     * Ends the rewriting. If the sensor is gone, because its library was unloaded or the process
     * has ended, so is the rewriting.
     */
    @Override
    public synchronized Outcome<AppliedChange> undo() {
      if (!isUndone) {
        if (installer.rewritten().isInForce(begun)) {
          shim.unrewrite(handle, begun.number(), rule).value();
          calls();
        }
        synchronized (lock) {
          installer.rewritten().end(begun);
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
