package io.flowgauge.watch.page;

import java.time.Duration;
import java.util.Optional;

/**
 * How a page can be reached. Immutable.
 *
 * @param isLocal whether only this machine can reach it
 * @param patience how long a client may take to send the head or the body of a request
 */
record PageSettings(
    String host,
    int port,
    boolean isLocal,
    Optional<ServerKey> key,
    Optional<Token> token,
    Duration patience) {

  static final Duration PATIENCE = Duration.ofSeconds(20);
}
