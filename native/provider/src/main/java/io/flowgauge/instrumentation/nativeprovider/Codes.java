package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.RefusalCode;
import java.util.Map;

/** Converts numbers of {@code enum fg_code}. */
final class Codes {
  static final int OK = 0;

  private static final Map<Integer, RefusalCode> REFUSALS =
      Map.ofEntries(
          Map.entry(1, RefusalCode.UNSUPPORTED),
          Map.entry(2, RefusalCode.HELPER),
          Map.entry(3, RefusalCode.ARGUMENT),
          Map.entry(4, RefusalCode.SYSTEM),
          Map.entry(5, RefusalCode.LIMIT),
          Map.entry(10, RefusalCode.NO_PROCESS),
          Map.entry(11, RefusalCode.PERMISSION),
          Map.entry(12, RefusalCode.TRACED),
          Map.entry(13, RefusalCode.ARCH_32),
          Map.entry(14, RefusalCode.SECCOMP),
          Map.entry(15, RefusalCode.GO_RUNTIME),
          Map.entry(16, RefusalCode.NO_TLS),
          Map.entry(17, RefusalCode.COROUTINES),
          Map.entry(18, RefusalCode.EXECED),
          Map.entry(19, RefusalCode.ALREADY_OPEN),
          Map.entry(20, RefusalCode.NOT_STOPPABLE),
          Map.entry(21, RefusalCode.ZOMBIE),
          Map.entry(30, RefusalCode.TOO_SHORT),
          Map.entry(31, RefusalCode.MID_CALL),
          Map.entry(32, RefusalCode.BACK_JUMP),
          Map.entry(33, RefusalCode.CROSS_JUMP),
          Map.entry(34, RefusalCode.RELATIVE),
          Map.entry(35, RefusalCode.UNDECODABLE),
          Map.entry(36, RefusalCode.NO_NEAR_SPACE),
          Map.entry(37, RefusalCode.BUSY_PATCH),
          Map.entry(38, RefusalCode.BYTES_CHANGED),
          Map.entry(39, RefusalCode.ALREADY_PATCHED),
          Map.entry(40, RefusalCode.RETURNS_TWICE),
          Map.entry(41, RefusalCode.INLINED),
          Map.entry(42, RefusalCode.NO_SYMBOLS),
          Map.entry(43, RefusalCode.UNWIND),
          Map.entry(44, RefusalCode.NO_CODE),
          Map.entry(45, RefusalCode.NO_PMU),
          Map.entry(46, RefusalCode.SHSTK),
          Map.entry(47, RefusalCode.NOT_INSTALLED),
          Map.entry(48, RefusalCode.USE_JVM),
          Map.entry(49, RefusalCode.TIMING_UNSAFE),
          Map.entry(60, RefusalCode.NO_TARGET),
          Map.entry(61, RefusalCode.AMBIGUOUS),
          Map.entry(62, RefusalCode.WRONG_TYPE),
          Map.entry(63, RefusalCode.READ_ONLY),
          Map.entry(64, RefusalCode.NO_SAFE_POINT),
          Map.entry(65, RefusalCode.CALL_FAILED),
          Map.entry(66, RefusalCode.NO_LIBRARY),
          Map.entry(67, RefusalCode.CHANGED_SINCE),
          Map.entry(68, RefusalCode.NOT_UNDOABLE));

  private Codes() {}

  /** Returns the code of a number; an unknown number can only come from a broken helper. */
  static RefusalCode refusal(int code) {
    return REFUSALS.getOrDefault(code, RefusalCode.HELPER);
  }
}
