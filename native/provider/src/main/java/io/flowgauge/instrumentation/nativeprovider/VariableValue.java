package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.nativeprovider.ProcessVariables.Found;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.math.BigDecimal;

/** Values of variables as their bytes. Stateless. */
final class VariableValue {
  private VariableValue() {}

  /** The bytes of a value in a variable, the lowest ones of the result, if they fit. */
  static Outcome<Long> bits(Found found, Number value) {
    long size = found.variable().size();
    return switch (found.variable().kind()) {
      case THREAD_LOCAL -> wrong(found, "is thread-local: every thread has one of its own");
      case OTHER -> wrong(found, "is not a number");
      case FLOAT -> fraction(found, value);
      default ->
          size != 1 && size != 2 && size != 4 && size != 8
              ? wrong(found, "has " + size + " bytes, which is not a number")
              : whole(found, value);
    };
  }

  private static Outcome<Long> wrong(Found found, String what) {
    return Outcome.refused(RefusalCode.WRONG_TYPE, found.name() + " " + what);
  }

  private static Outcome<Long> fraction(Found found, Number value) {
    double wanted = value.doubleValue();
    if (value instanceof Long whole
        && new BigDecimal(wanted).compareTo(BigDecimal.valueOf(whole)) != 0) {
      return wrong(found, "cannot hold " + value + " exactly");
    }
    if (found.variable().size() == Double.BYTES) {
      return Outcome.done(Double.doubleToRawLongBits(wanted));
    }
    if (found.variable().size() != Float.BYTES) {
      return wrong(found, "is a fraction of " + found.variable().size() + " bytes");
    }
    float single = (float) wanted;
    return Float.isInfinite(single) && !Double.isInfinite(wanted)
        ? wrong(found, "cannot hold " + value)
        : Outcome.done(Float.floatToRawIntBits(single) & 0xffff_ffffL);
  }

  private static Outcome<Long> whole(Found found, Number value) {
    if (!(value instanceof Long)) {
      return wrong(
          found,
          found.variable().kind() == Kind.UNKNOWN
              ? "may be a whole number: its type is not known without debug information"
              : "is a whole number, and cannot hold " + value);
    }
    long wanted = value.longValue();
    int bits = (int) found.variable().size() * Byte.SIZE;
    return fits(wanted, bits, found.variable().kind())
        ? Outcome.done(bits == Long.SIZE ? wanted : wanted & ((1L << bits) - 1))
        : wrong(found, "has " + bits + " bits, and cannot hold " + value);
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

  /** The value that bytes are in a variable. */
  static Number value(Found found, long bits) {
    int size = (int) found.variable().size();
    int unused = Long.SIZE - size * Byte.SIZE;
    return switch (found.variable().kind()) {
      case FLOAT ->
          size == Double.BYTES
              ? Double.longBitsToDouble(bits)
              : (double) Float.intBitsToFloat((int) bits);
      case SIGNED, UNKNOWN -> bits << unused >> unused;
      default -> bits;
    };
  }
}
