package io.flowgauge.database;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The JDBC drivers that this module sees. Stateless. */
public final class Drivers {
  private Drivers() {}

  /**
   * Makes sure that {@link DriverManager} finds the driver of a database.
   *
   * @param url the URL of a database
   * @throws SQLException if there is none
   */
  public static void require(String url) throws SQLException {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      // DriverManager looks for drivers only once, in the context class loader of that moment. It
      // misses those of a plug-in or job that is loaded later.
      load();
      DriverManager.getDriver(url);
    }
  }

  /** Loads all drivers; each registers itself. */
  private static void load() {
    try {
      ServiceLoader.load(Driver.class, Drivers.class.getClassLoader()).forEach(driver -> {});
    } catch (ServiceConfigurationError e) {
      // As in DriverManager, a broken driver ends the search. The caller reports a missing one.
    }
  }
}
