package io.flowgauge.archive;

/**
 * Flyway and parquet-java are no modules, and the parts of parquet-java share packages, so that
 * they cannot even be put on a module path. Where this module is on one, they are on the class path
 * beside it, and this lets the module read that.
 */
final class ClassPath {
  static {
    Module own = ClassPath.class.getModule();
    own.addReads(ClassPath.class.getClassLoader().getUnnamedModule());
  }

  private ClassPath() {}

  /** Call before the first use of a class from there; again, it does nothing. */
  static void open() {
    // All is done when the class is initialised.
  }
}
