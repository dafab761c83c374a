package io.flowgauge.instrumentation;

/**
 * Why something was not done. The native provider's codes have the names of {@code enum fg_code}.
 * Immutable.
 */
public enum RefusalCode {
  /** Not supported on this kernel, processor or virtual machine. */
  UNSUPPORTED,
  /** The provider's helper could not be started, or has died. */
  HELPER,
  /** The request is invalid. */
  ARGUMENT,
  /** A system call failed. */
  SYSTEM,
  /** There is no room for that many regions, threads or processes. */
  LIMIT,
  /** The process does not exist, or has ended. */
  NO_PROCESS,
  /** The process belongs to another user, or is protected. */
  PERMISSION,
  /** Another tracer is attached to the process. */
  TRACED,
  /** It is a 32-bit process. */
  ARCH_32,
  /** Its seccomp filter forbids system calls that the sensors need. */
  SECCOMP,
  /** It is a Go program, whose stacks move. */
  GO_RUNTIME,
  /** One of its threads has no thread-local storage. */
  NO_TLS,
  /** It switches its stacks itself. */
  COROUTINES,
  /** It has become another program. */
  EXECED,
  /** It has sensors of another instrumenter. */
  ALREADY_OPEN,
  /** Its threads could not all be stopped. */
  NOT_STOPPABLE,
  /** It has ended and waits for its parent. */
  ZOMBIE,
  /** The provider has detached from it; attach again. */
  DETACHED,
  /** The function is too short for a jump. */
  TOO_SHORT,
  /** The bytes to be replaced contain a call. */
  MID_CALL,
  /** The function jumps back into them. */
  BACK_JUMP,
  /** Another function jumps into them. */
  CROSS_JUMP,
  /** One of these instructions cannot be moved. */
  RELATIVE,
  /** Some bytes are not an instruction. */
  UNDECODABLE,
  /** There is no free memory near the function. */
  NO_NEAR_SPACE,
  /** A thread stayed inside the bytes to be replaced. */
  BUSY_PATCH,
  /** Another tool has written there, or another library has since been loaded there. */
  BYTES_CHANGED,
  /** There is a jump or a breakpoint already. */
  ALREADY_PATCHED,
  /** The function returns twice or switches contexts. */
  RETURNS_TWICE,
  /** The function has no code of its own, or compilers use another in its place. */
  INLINED,
  /** There are neither symbols nor unwind information. */
  NO_SYMBOLS,
  /** Exceptions pass through the function, and the sensor cannot be hidden from an unwinder. */
  UNWIND,
  /** Not executable, not mapped, or generated at run time. */
  NO_CODE,
  /** There are no hardware counters. */
  NO_PMU,
  /** A sensor would break the shadow stack. */
  SHSTK,
  /** There is no sensor to take out. */
  NOT_INSTALLED,
  /** It is a Java method, which only the JVM provider can instrument. */
  USE_JVM,
  /** Calls can be counted here but not timed. */
  TIMING_UNSAFE,
  /** The virtual machine refuses agents, or does not answer. */
  NO_ATTACH,
  /** The method has no body: native or abstract. */
  NO_BODY,
  /** The class cannot be changed. */
  UNMODIFIABLE,
  /** Nothing has this name. */
  NO_TARGET,
  /** Several variables or functions match the pattern. */
  AMBIGUOUS,
  /** The value does not fit the type, or the type is not known. */
  WRONG_TYPE,
  /** The variable is constant. */
  READ_ONLY,
  /** No thread reached a point where a call is safe. */
  NO_SAFE_POINT,
  /** The function that was called did not return in time, or failed. */
  CALL_FAILED,
  /** The library could not be loaded, or has no such function. */
  NO_LIBRARY,
  /** The program has changed the variable since. */
  CHANGED_SINCE,
  /** Nothing undoes this change. */
  NOT_UNDOABLE
}
