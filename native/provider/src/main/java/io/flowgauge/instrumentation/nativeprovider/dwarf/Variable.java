package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * A variable with its own place in memory. Immutable.
 *
 * @param name with its scope
 * @param linkageName as linked; the name where there is none
 * @param address in the file; of a thread-local one its offset
 * @param size bytes, 0 if unknown
 * @param kind what it holds
 * @param isExported whether other modules can use it
 */
public record Variable(
    String name, String linkageName, long address, long size, Kind kind, boolean isExported) {
  /** What a variable holds. */
  public enum Kind {
    /** A whole number with a sign. */
    SIGNED,
    /** A whole number of 0 or more, a character or a constant of an enumeration. */
    UNSIGNED,
    /** A fraction in binary floating point. */
    FLOAT,
    /** 0 or 1. */
    BOOLEAN,
    /** An address, of an argument or a result. */
    POINTER,
    /** Something else: a structure, an array, of variables also a pointer. */
    OTHER,
    /** Not known, as there is no debug information. */
    UNKNOWN,
    /** A value for each thread. */
    THREAD_LOCAL
  }
}
