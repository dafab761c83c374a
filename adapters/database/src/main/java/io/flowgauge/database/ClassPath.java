package io.flowgauge.database;

/**
 * Flyway is no module. Where this module is on a module path, Flyway is on the class path beside
 * it, and this lets the module read that.
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
