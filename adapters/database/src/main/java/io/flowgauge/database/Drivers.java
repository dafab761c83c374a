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
   * Has the driver of a database ready for {@link DriverManager}.
   *
   * @param url the URL of a database
   * @throws SQLException if there is none
   */
  public static void require(String url) throws SQLException {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      // It has looked for drivers once, in whatever class loader the process had then: not in that
      // of a plug-in or a job that came later.
      load();
      DriverManager.getDriver(url);
    }
  }

  /** Each registers itself. */
  private static void load() {
    try {
      ServiceLoader.load(Driver.class, Drivers.class.getClassLoader()).forEach(driver -> {});
    } catch (ServiceConfigurationError e) {
      // As for the manager: one that is broken ends the search, and what is missing is reported.
    }
  }
}
