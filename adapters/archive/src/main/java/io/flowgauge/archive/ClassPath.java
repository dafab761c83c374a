package io.flowgauge.archive;

/**
 * parquet-java is no module, and its parts share packages, so that it cannot even be put on a
 * module path. Where this module is on one, it is on the class path beside it, and this lets the
 * module read that.
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
