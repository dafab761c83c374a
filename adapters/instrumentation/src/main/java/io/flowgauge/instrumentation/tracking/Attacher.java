package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.SensorRequest;
import java.util.Optional;

/** Puts sensors into one process. Thread-safe. */
final class Attacher {
  static final String DEFAULT_PROVIDER = "native";

  private final ProcTable table;
  private final Optional<InstrumentationProvider> provider;
  private final SensorRequest request;

  Attacher(ProcTable table, Optional<InstrumentationProvider> provider, SensorRequest request) {
    this.table = table;
    this.provider = provider;
    this.request = request;
  }

  static Refusal noProvider() {
    return new Refusal(
        RefusalCode.UNSUPPORTED,
        "flowgauge-native is neither on the class path nor on the module path");
  }

  /**
   * Treats an exception of the provider as a refusal: one process must not end the tracking of
   * others.
   */
  void attach(TrackedProcess process) {
    try {
      if (provider.isEmpty()) {
        process.refuse(noProvider());
      } else {
        attach(process, provider.get().attach(process.process().pid()));
      }
    } catch (RuntimeException | LinkageError e) {
      process.refuse(TrackedProcess.failure(e));
    }
  }

  private void attach(TrackedProcess process, Outcome<InstrumentedProcess> attached) {
    attached.refusal().ifPresent(process::refuse);
    attached.value().ifPresent(sensors -> instrument(process, sensors));
  }

  /** Puts sensors into a process that is already attached to; releases it if that is refused. */
  void instrument(TrackedProcess process, InstrumentedProcess sensors) {
    refusal(process, sensors)
        .ifPresent(
            reason -> {
              process.refuse(reason);
              process.release(sensors);
            });
  }

  private Optional<Refusal> refusal(TrackedProcess process, InstrumentedProcess sensors) {
    try {
      return isStillThere(process)
          ? process.instrument(sensors, request).refusal()
          : Optional.of(new Refusal(RefusalCode.NO_PROCESS, "it ended before its first sensor"));
    } catch (RuntimeException | LinkageError e) {
      return Optional.of(TrackedProcess.failure(e));
    }
  }

  /** Whether the pid still belongs to the process that was found. */
  private boolean isStillThere(TrackedProcess process) {
    return table.stat(process.process().pid()).filter(process.stat()::isSameImage).isPresent();
  }

  void retry(TrackedProcess process) {
    try {
      process.retry(request);
    } catch (RuntimeException e) {
      // It keeps the sensors it has; if it has ended, that is noticed elsewhere.
      return;
    }
  }
}
