package io.flowgauge.database;

/**
 * Flyway is not a module. If this module is on the module path, Flyway is on the class path, and
 * this lets the module read it.
 */
final class FlywayClassPath {
  static {
    Module own = FlywayClassPath.class.getModule();
    own.addReads(FlywayClassPath.class.getClassLoader().getUnnamedModule());
  }

  private FlywayClassPath() {}

  /** Call this before the first use of a Flyway class; calling it again does nothing. */
  static void open() {
    // Everything is done when the class is initialised.
  }
}
