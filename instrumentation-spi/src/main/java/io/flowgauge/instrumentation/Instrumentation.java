package io.flowgauge.instrumentation;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Entry point to dynamic instrumentation: finds the installed providers.
 *
 * <pre>{@code
 * try (var process = Instrumentation.attach(4711).orThrow()) {
 *   process.instrument(SensorRequest.of("libm.so.6:sin*"));
 *   Thread.sleep(1000);
 *   System.out.println(process.profile());
 * }
 * }</pre>
 */
public final class Instrumentation {
  private Instrumentation() {}

  /**
   * All installed providers.
   *
   * @return the providers that {@link ServiceLoader} finds with the class loader of this library;
   *     the thread's class loader may know none, or those of another copy of the library
   */
  public static List<InstrumentationProvider> providers() {
    Class<InstrumentationProvider> service = InstrumentationProvider.class;
    return ServiceLoader.load(service, service.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  /**
   * The provider with a given name.
   *
   * @param name its name
   * @return the provider, or empty if it is not installed
   */
  public static Optional<InstrumentationProvider> provider(String name) {
    return providers().stream().filter(provider -> provider.name().equals(name)).findFirst();
  }

  /**
   * Attaches to a process with the native provider.
   *
   * @param pid the process id
   * @return the process, which the caller closes, or why it was refused
   */
  public static Outcome<InstrumentedProcess> attach(long pid) {
    return provider("native")
        .map(provider -> provider.attach(pid))
        .orElseGet(
            () ->
                Outcome.refused(
                    RefusalCode.UNSUPPORTED,
                    "flowgauge-native is neither on the class path nor on the module path"));
  }
}
