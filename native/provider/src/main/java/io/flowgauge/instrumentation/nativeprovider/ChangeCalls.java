package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Outcome;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The calls of {@code flowgauge.h} that change a process. Thread-safe, as the library is. */
final class ChangeCalls {
  private final Shim shim;

  ChangeCalls(Shim shim) {
    this.shim = shim;
  }

  /**
   * Sets a variable and returns its previous value. If a value is expected, the variable is set
   * only if it has that value.
   *
   * @param value the value, in the lowest bytes
   * @param expected the expected value, likewise in the lowest bytes
   */
  Outcome<Long> set(long handle, long address, int size, long value, OptionalLong expected) {
    ByteBuffer variable = Structs.allocate(Structs.VARIABLE);
    variable.putLong(address).putLong(value).putLong(expected.orElse(0));
    variable.putInt(size).putInt(expected.isPresent() ? 1 : 0);
    ByteBuffer before = Structs.allocate(Long.BYTES);
    return shim.call(() -> before.getLong(0), "fg_set", handle, variable.rewind(), before);
  }

  /**
   * Whether a change is undone, given the outcome of undoing it. It also is if the process was
   * released or has ended.
   */
  static boolean isUndone(Outcome<?> undoing) {
    return undoing
        .refusal()
        .map(
            why ->
                switch (why.code()) {
                  case NO_PROCESS, EXECED, ARGUMENT -> true;
                  default -> false;
                })
        .orElse(true);
  }

  /** Rewrites calls of a region; returns the number of the rule. */
  Outcome<Integer> rewrite(long handle, int region, Rewriting.Rule rule) {
    ByteBuffer all = Structs.allocate(Structs.RULE);
    all.putInt(region).putInt(rule.argument());
    all.putInt(rule.what().number).putInt(rule.conditions().size());
    all.putLong(rule.value());
    for (Change.Condition condition : rule.conditions()) {
      all.putInt(condition.argument().index()).putInt(0).putLong(condition.value());
    }
    ByteBuffer number = Structs.allocate(Integer.BYTES);
    return shim.call(() -> number.getInt(0), "fg_rewrite", handle, all.rewind(), number);
  }

  Outcome<Boolean> unrewrite(long handle, int region, int rule) {
    return shim.callWithoutResult("fg_unrewrite", handle, region, rule);
  }

  /** Returns how many calls a rule has rewritten. */
  Outcome<Long> rewritten(long handle, int region, int rule) {
    ByteBuffer calls = Structs.allocate(Long.BYTES);
    return shim.call(() -> calls.getLong(0), "fg_rewritten", handle, region, rule, calls);
  }

  /** The outcome of a call. */
  record Called(long whole, long fraction, Duration stopped, int number) {
    private static Called from(ByteBuffer called) {
      return new Called(
          called.getLong(0),
          called.getLong(8),
          Duration.ofNanos(Math.max(called.getLong(16), 0)),
          called.getInt(28));
    }
  }

  /** Calls a function. The number in the outcome identifies the call for {@link #uncall}. */
  Outcome<Called> call(
      long handle, long function, Calling.Arguments arguments, Optional<Calling.Arguments> undo) {
    ByteBuffer call = Structs.allocate(Structs.CALL);
    call.putLong(function).putInt(undo.isPresent() ? 1 : 0).putInt(0);
    arguments.put(call);
    undo.ifPresent(each -> each.put(call));
    ByteBuffer called = Structs.allocate(Structs.CALLED);
    return shim.call(() -> Called.from(called), "fg_call", handle, call.rewind(), called);
  }

  Outcome<Called> uncall(long handle, int number) {
    ByteBuffer called = Structs.allocate(Structs.CALLED);
    return shim.call(() -> Called.from(called), "fg_uncall", handle, number, called);
  }

  /** A function of a library that was loaded into the process. */
  record Loaded(long address, Duration stopped) {}

  Outcome<Loaded> load(long handle, Path library, String function) {
    ByteBuffer address = Structs.allocate(Long.BYTES);
    ByteBuffer stopped = Structs.allocate(Long.BYTES);
    return shim.call(
        () -> new Loaded(address.getLong(0), Duration.ofNanos(Math.max(stopped.getLong(0), 0))),
        "fg_load",
        handle,
        Shim.strings(List.of(library.toString())),
        Shim.strings(List.of(function)),
        address,
        stopped);
  }
}
