package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProcessStatus.State;
import java.nio.ByteBuffer;
import java.util.OptionalInt;

/** Reads {@code struct fg_state}. */
final class StateInfo {
  private StateInfo() {}

  static ProcessStatus from(ByteBuffer state) {
    int exitCode = state.getInt(4);
    int signal = state.getInt(8);
    return new ProcessStatus(
        code(state.getInt(0)),
        exitCode >= 0 ? OptionalInt.of(exitCode) : OptionalInt.empty(),
        signal > 0 ? OptionalInt.of(signal) : OptionalInt.empty());
  }

  private static State code(int number) {
    return switch (number) {
      case 1 -> State.EXITED;
      case 2 -> State.EXECED;
      case 3 -> State.DETACHED;
      case 4 -> State.STARTING;
      default -> State.RUNNING;
    };
  }
}
