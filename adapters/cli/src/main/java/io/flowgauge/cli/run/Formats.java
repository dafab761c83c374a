package io.flowgauge.cli.run;

import io.flowgauge.cli.WrongUsageException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the service that writes a format. */
final class Formats {
  private Formats() {}

  /**
   * Returns the service for a format.
   *
   * @param of kind of document, such as "report", for the error message
   * @param besides formats that no service writes, for the error message
   */
  static <S> S find(
      Class<S> service, Function<S, String> name, String format, String of, String... besides) {
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
                        + Stream.concat(all.stream().map(name), Stream.of(besides))
                            .sorted()
                            .collect(Collectors.joining(", "))));
  }
}
