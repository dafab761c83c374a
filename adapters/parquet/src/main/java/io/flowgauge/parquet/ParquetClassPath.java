package io.flowgauge.parquet;

/**
 * parquet-java is not a module, and its jars share packages, so it cannot even be put on a module
 * path. If this module is on the module path, parquet-java is on the class path, and this lets the
 * module read it.
 */
final class ParquetClassPath {
  static {
    Module own = ParquetClassPath.class.getModule();
    own.addReads(ParquetClassPath.class.getClassLoader().getUnnamedModule());
  }

  private ParquetClassPath() {}

  /** Call this before the first use of a Parquet class; calling it again does nothing. */
  static void open() {
    // Everything is done when the class is initialised.
  }
}
