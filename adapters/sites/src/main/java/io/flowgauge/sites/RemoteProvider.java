package io.flowgauge.sites;

import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.irl.ProcessAnswer;
import java.util.List;
import java.util.Optional;

/** Presents processes at other places through the interface of a local provider. Thread-safe. */
final class RemoteProvider implements InstrumentationProvider {
  private final Sites sites;
  private final String name;

  RemoteProvider(Sites sites, String name) {
    this.sites = sites;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Optional<Refusal> unavailable() {
    try {
      List<PlacedAnswer> places = sites.ping();
      List<Refusal> refusals =
          places.stream().flatMap(place -> place.answer().refusals().stream()).toList();

      return refusals.size() < places.size() ? Optional.empty() : Optional.of(refusals.get(0));
    } catch (InstrumentationException e) {
      return Optional.of(e.refusal());
    }
  }

  @Override
  public List<TargetProcess> processes() {
    return sites.processes().stream()
        .flatMap(place -> place.answer().processes().stream())
        .map(ProcessAnswer::process)
        .toList();
  }

  @Override
  public Outcome<InstrumentedProcess> attach(long pid) {
    return RemoteProcess.attach(sites, pid);
  }

  @Override
  public Outcome<InstrumentedProcess> launch(LaunchRequest request) {
    return Outcome.refused(
        RefusalCode.UNSUPPORTED,
        "a program on another machine cannot be started through a provider; use Sites.launch");
  }
}
