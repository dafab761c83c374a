package io.flowgauge.activation;

import java.nio.file.Path;

/** Where the events of a request go. */
sealed interface RequestDestination {
  /** To a receiver that connects to the service. */
  record Connection() implements RequestDestination {}

  /** Appended to a file. */
  record File(Path path) implements RequestDestination {}

  /** Prefix of the text of a file destination. */
  String FILE = "file:";

  static RequestDestination parse(String text) {
    if (text.equals(ActivationRequest.CONNECTION)) {
      return new Connection();
    }
    if (text.startsWith(FILE) && text.length() > FILE.length() && text.indexOf('\0') < 0) {
      return new File(Path.of(text.substring(FILE.length())).toAbsolutePath().normalize());
    }
    throw new IllegalArgumentException("to must be connection or file:PATH, was '" + text + "'");
  }
}
