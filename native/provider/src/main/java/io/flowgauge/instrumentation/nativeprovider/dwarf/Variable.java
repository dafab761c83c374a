package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * A variable with an address of its own. Immutable.
 *
 * @param name name with its scope
 * @param linkageName linkage name, or the name if there is none
 * @param address address in the file; for a thread-local variable, its offset
 * @param size size in bytes; 0 if unknown
 * @param kind the kind of its values
 * @param isExported whether other modules can use it
 */
public record Variable(
    String name, String linkageName, long address, long size, Kind kind, boolean isExported) {
  /** The kind of values that a variable, parameter or result holds. */
  public enum Kind {
    /** A signed whole number. */
    SIGNED,
    /** An unsigned whole number, a character, or a constant of an enumeration. */
    UNSIGNED,
    /** A binary floating-point number. */
    FLOAT,
    /** 0 or 1. */
    BOOLEAN,
    /** An address; only for parameters and results. */
    POINTER,
    /** Something else: a structure, an array or, for variables, a pointer. */
    OTHER,
    /** Unknown, because there is no debug information. */
    UNKNOWN,
    /** A separate value for each thread. */
    THREAD_LOCAL
  }
}
