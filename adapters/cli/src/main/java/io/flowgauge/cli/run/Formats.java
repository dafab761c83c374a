package io.flowgauge.cli.run;

import io.flowgauge.cli.WrongUsageException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the service that writes a format. */
final class Formats {
  private Formats() {}

  /** The service for a format; {@code of}, such as "report", goes into the error message. */
  static <S> S find(Class<S> service, Function<S, String> name, String format, String of) {
    List<S> all = ServiceLoader.load(service).stream().map(ServiceLoader.Provider::get).toList();
    return all.stream()
        .filter(each -> name.apply(each).equals(format))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongUsageException(
                    "there is no "
                        + of
                        + " format '"
                        + format
                        + "', only "
                        + all.stream().map(name).sorted().collect(Collectors.joining(", "))));
  }
}
