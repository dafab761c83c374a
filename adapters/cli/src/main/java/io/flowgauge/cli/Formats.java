package io.flowgauge.cli;

import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds what writes a format. */
final class Formats {
  private Formats() {}

  /** The service of a format; of what, such as "report", is said where there is none. */
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
