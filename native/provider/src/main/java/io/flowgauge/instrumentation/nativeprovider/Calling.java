package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.AppliedChange;
import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.CallFunction;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.nativeprovider.VariableValue.Holder;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Signature;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Calls functions of a process. Not thread-safe. */
final class Calling {
  private static final int MOST_WHOLES = 6;
  private static final int MOST_FRACTIONS = 8;
  private static final Signature.Type UNKNOWN = new Signature.Type(Kind.UNKNOWN, Long.BYTES);

  private final ChangeCalls shim;
  private final long handle;
  private final Installer installer;
  private final ProcessSignatures signatures;

  Calling(ChangeCalls shim, long handle, Installer installer, ProcessSignatures signatures) {
    this.shim = shim;
    this.handle = handle;
    this.installer = installer;
    this.signatures = signatures;
  }

  /**
   * Arguments, separated by the kind of register in which they are passed: {@code struct
   * fg_arguments}.
   */
  record Arguments(List<Long> wholes, List<Long> fractions) {
    void put(ByteBuffer to) {
      int begin = to.position();
      wholes.forEach(to::putLong);
      to.position(begin + MOST_WHOLES * Long.BYTES);
      fractions.forEach(to::putLong);
      to.position(begin + Structs.ARGUMENTS);
    }
  }

  Outcome<AppliedChange> call(CallFunction change) {
    return installer.findFunction(change.target()).then(place -> call(change, place));
  }

  private Outcome<AppliedChange> call(CallFunction change, Place place) {
    String name = place.region().qualifiedName();
    Optional<Signature> known = signatures.of(place.region().address());
    if (known.flatMap(Signature::result).map(type -> !isNumber(type)).orElse(false)) {
      return wrongType("the result of " + name + " is not a number");
    }
    Outcome<Optional<Arguments>> undo =
        change
            .undo()
            .map(
                values ->
                    arguments(name, known, values).then(all -> Outcome.done(Optional.of(all))))
            .orElseGet(() -> Outcome.done(Optional.empty()));
    return arguments(name, known, change.arguments())
        .then(arguments -> undo.then(back -> call(change, place, arguments, back)));
  }

  private Outcome<AppliedChange> call(
      CallFunction change, Place place, Arguments arguments, Optional<Arguments> undo) {
    long begin = System.nanoTime();
    return shim.call(handle, place.region().address(), arguments, undo)
        .then(
            called ->
                Outcome.done(
                    new Applied(
                        change,
                        called,
                        result(place, called),
                        Duration.ofNanos(System.nanoTime() - begin))));
  }

  private static boolean isNumber(Signature.Type type) {
    return type.kind() == Kind.FLOAT
        ? type.size() == Float.BYTES || type.size() == Double.BYTES
        : type.kind() != Kind.OTHER && type.size() > 0 && type.size() <= Long.BYTES;
  }

  private Optional<Number> result(Place place, ChangeCalls.Called called) {
    Optional<Signature> known = signatures.of(place.region().address());
    if (known.isPresent() && known.get().result().isEmpty()) {
      return Optional.empty();
    }
    Signature.Type type = known.flatMap(Signature::result).orElse(UNKNOWN);
    long bits = type.kind() == Kind.FLOAT ? called.fraction() : called.whole();
    int unused = Long.SIZE - (int) type.size() * Byte.SIZE;
    Holder holder = new Holder(place.region().qualifiedName(), type.kind(), type.size());
    return Optional.of(VariableValue.value(holder, bits << unused >>> unused));
  }

  private static Outcome<Arguments> arguments(
      String name, Optional<Signature> known, List<Number> values) {
    int named = known.map(each -> each.parameters().size()).orElse(0);
    boolean isVariadic = known.map(Signature::isVariadic).orElse(true);
    if (values.size() < named || (values.size() > named && !isVariadic)) {
      return wrongType(
          name
              + " takes "
              + (isVariadic ? "at least " : "")
              + named
              + " arguments, but "
              + values.size()
              + " are given");
    }
    Arguments arguments = new Arguments(new ArrayList<>(), new ArrayList<>());
    for (int k = 0; k < values.size(); k++) {
      Signature.Type type = k < named ? known.orElseThrow().parameters().get(k) : UNKNOWN;
      Holder holder = new Holder("argument " + k + " of " + name, type.kind(), type.size());
      Outcome<Long> bits =
          isNumber(type)
              ? VariableValue.bits(holder, values.get(k))
              : wrongType(holder.name() + " is not a number");
      if (bits.refusal().isPresent()) {
        return new Outcome.Refused<>(bits.refusal().get());
      }
      if (type.kind() == Kind.FLOAT) {
        arguments.fractions().add(bits.orThrow());
      } else {
        arguments.wholes().add(values.get(k).longValue()); // Callees may rely on sign extension.
      }
    }
    return arguments.wholes().size() > MOST_WHOLES || arguments.fractions().size() > MOST_FRACTIONS
        ? wrongType(
            "at most six whole numbers and eight floating-point numbers can be passed to " + name)
        : Outcome.done(arguments);
  }

  private static <T> Outcome<T> wrongType(String what) {
    return Outcome.refused(RefusalCode.WRONG_TYPE, what);
  }

  /** A function that was called. Thread-safe. */
  private final class Applied implements AppliedChange {
    private final CallFunction change;
    private final ChangeCalls.Called called;
    private final Optional<Number> result;
    private final Duration took;
    private boolean isUndone;

    Applied(
        CallFunction change, ChangeCalls.Called called, Optional<Number> result, Duration took) {
      this.change = change;
      this.called = called;
      this.result = result;
      this.took = took;
    }

    @Override
    public Change change() {
      return change;
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
      return called.stopped();
    }

    /** Undoes the call; releasing the process has undone it, too. */
    @Override
    public synchronized Outcome<AppliedChange> undo() {
      if (isUndone) {
        return Outcome.done(this);
      }
      if (change.undo().isEmpty()) {
        return Outcome.refused(
            RefusalCode.NOT_UNDOABLE, "no call that undoes it is known: " + change);
      }
      Outcome<ChangeCalls.Called> outcome = shim.uncall(handle, called.number());
      isUndone = ChangeCalls.isUndone(outcome);
      return isUndone ? Outcome.done(this) : new Outcome.Refused<>(outcome.refusal().orElseThrow());
    }

    @Override
    public String toString() {
      return change + result.map(value -> ", which gave " + value).orElse("");
    }
  }
}
