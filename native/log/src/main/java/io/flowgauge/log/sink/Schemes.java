package io.flowgauge.log.sink;

import java.util.ServiceLoader;
import java.util.function.Function;

/** Parses destinations of the built-in schemes and of those that {@link ServiceLoader} finds. */
final class Schemes {
  private Schemes() {}

  static LogDestination parse(String to) {
    int colon = to.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException(
          "to must begin with a scheme and a colon, was '" + to + "'");
    }
    return of(to.substring(0, colon)).apply(to.substring(colon + 1));
  }

  private static Function<String, LogDestination> of(String scheme) {
    return switch (scheme) {
      case "file" -> FileDestination::parse;
      case "dir" -> DirectoryDestination::parse;
      case "tcp" -> TcpDestination::parse;
      case "unix" -> UnixDestination::parse;
      default -> provider(scheme)::destination;
    };
  }

  private static LogSinkProvider provider(String scheme) {
    Class<LogSinkProvider> service = LogSinkProvider.class;
    for (LogSinkProvider provider : ServiceLoader.load(service, service.getClassLoader())) {
      if (provider.scheme().equals(scheme)) {
        return provider;
      }
    }
    throw new IllegalArgumentException(
        "to must be of scheme file, dir, tcp, unix or one a provider offers, was '" + scheme + "'");
  }

  static IllegalArgumentException malformedAddress(String expected, String address) {
    return new IllegalArgumentException("to must be " + expected + ", was '" + address + "'");
  }
}
