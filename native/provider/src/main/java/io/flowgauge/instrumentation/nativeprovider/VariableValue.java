package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.math.BigDecimal;

/** Converts values of variables, arguments and results to and from their bytes. Stateless. */
final class VariableValue {
  private VariableValue() {}

  /**
   * A variable, argument or result that holds a value.
   *
   * @param name name for messages
   * @param size size in bytes
   */
  record Holder(String name, Kind kind, long size) {}

  /**
   * Returns the bytes of a value in a holder, as the lowest bytes of the result, if the value fits.
   */
  static Outcome<Long> bits(Holder holder, Number value) {
    long size = holder.size();
    return switch (holder.kind()) {
      case THREAD_LOCAL -> wrongType(holder, "is thread-local: every thread has its own copy");
      case OTHER -> wrongType(holder, "is not a number");
      case FLOAT -> fractionBits(holder, value);
      default ->
          size != 1 && size != 2 && size != 4 && size != 8
              ? wrongType(holder, "has " + size + " bytes, but numbers have 1, 2, 4 or 8")
              : wholeBits(holder, value);
    };
  }

  private static Outcome<Long> wrongType(Holder holder, String what) {
    return Outcome.refused(RefusalCode.WRONG_TYPE, holder.name() + " " + what);
  }

  private static Outcome<Long> fractionBits(Holder holder, Number value) {
    double wanted = value.doubleValue();
    if (value instanceof Long whole
        && new BigDecimal(wanted).compareTo(BigDecimal.valueOf(whole)) != 0) {
      return wrongType(holder, "cannot hold " + value + " exactly");
    }
    if (holder.size() == Double.BYTES) {
      return Outcome.done(Double.doubleToRawLongBits(wanted));
    }
    if (holder.size() != Float.BYTES) {
      return wrongType(
          holder, "is a floating-point number of " + holder.size() + " bytes, not 4 or 8");
    }
    float single = (float) wanted;
    return Float.isInfinite(single) && !Double.isInfinite(wanted)
        ? wrongType(holder, "cannot hold " + value)
        : Outcome.done(Float.floatToRawIntBits(single) & 0xffff_ffffL);
  }

  private static Outcome<Long> wholeBits(Holder holder, Number value) {
    if (!(value instanceof Long)) {
      return wrongType(
          holder,
          holder.kind() == Kind.UNKNOWN
              ? "has no known type without debug information, so it cannot hold " + value
              : "is a whole number, and cannot hold " + value);
    }
    long wanted = value.longValue();
    int bits = (int) holder.size() * Byte.SIZE;
    return fits(wanted, bits, holder.kind())
        ? Outcome.done(bits == Long.SIZE ? wanted : wanted & ((1L << bits) - 1))
        : wrongType(holder, "has " + bits + " bits, and cannot hold " + value);
  }

  private static boolean fits(long value, int bits, Kind kind) {
    boolean asSigned = bits == Long.SIZE || value >> (bits - 1) == 0 || value >> (bits - 1) == -1;
    boolean asUnsigned = value >= 0 && (bits == Long.SIZE || value >> bits == 0);
    return switch (kind) {
      case BOOLEAN -> value == 0 || value == 1;
      case SIGNED -> asSigned;
      case UNSIGNED -> asUnsigned;
      default -> asSigned || asUnsigned;
    };
  }

  /** Returns the value that the bytes in a holder represent. */
  static Number value(Holder holder, long bits) {
    int size = (int) holder.size();
    int unused = Long.SIZE - size * Byte.SIZE;
    return switch (holder.kind()) {
      case FLOAT ->
          size == Double.BYTES
              ? Double.longBitsToDouble(bits)
              : (double) Float.intBitsToFloat((int) bits);
      case SIGNED, UNKNOWN -> bits << unused >> unused;
      default -> bits;
    };
  }
}
