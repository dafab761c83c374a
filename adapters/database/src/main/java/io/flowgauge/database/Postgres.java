package io.flowgauge.database;

import java.sql.Connection;
import java.sql.SQLException;

/** A PostgreSQL server. */
final class Postgres implements Product {
  static final String PREFIX = "jdbc:postgresql:";

  /** Length of the class at the beginning of an SQL state. */
  private static final int CLASS = 2;

  @Override
  public void prepare(Connection connection) {
    // Nothing is to be set.
  }

  @Override
  public String bytesType() {
    return "bytea";
  }

  @Override
  public boolean isLocked(SQLException error) {
    return false; // Waiting for locks is done by the server.
  }

  @Override
  public String explain(SQLException error) {
    String state = error.getSQLState() == null ? "" : error.getSQLState();
    return switch (state) {
      case "28P01", "28000" -> "the server refuses the user; look at name and password";
      case "22P05" -> "it cannot hold all characters; make the database with encoding UTF8";
      case "3D000" -> "the server has no such database; make it with createdb";
      case "3F000" -> "there is no schema to make tables in; look at currentSchema and search_path";
      case "42501" -> "the user may not do this; it must be allowed to create tables";
      case "42P01", "42703", "42804" -> CHANGED;
      case "53100" -> "the disk of the server is full; make room and do the same again";
      case "53300" -> "the server has too many connections";
      default -> explainClass(state.length() < CLASS ? "" : state.substring(0, CLASS));
    };
  }

  private static String explainClass(String stateClass) {
    return switch (stateClass) {
      case "08" -> "the server cannot be reached; look at host and port, and whether it runs";
      case "57" -> "the server stops or was told to; do the same again later";
      default -> null;
    };
  }
}
