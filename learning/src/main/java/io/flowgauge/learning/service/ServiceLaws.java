package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Renaming;
import io.flowgauge.learning.saved.Saved;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The laws of all types, and the deviations of activities that have something in common. */
final class ServiceLaws {
  /** Variances of log times assumed before any was seen. */
  private static final NestedPrior MACHINES = new NestedPrior(0.1 * 0.1, 0.1 * 0.1);

  private static final NestedPrior RUNS = new NestedPrior(0.15 * 0.15, 0.25 * 0.25);
  private static final double SINGLE = 0.15 * 0.15;

  private final Map<String, TypeLaw> types = new LinkedHashMap<>();
  private final NestedEffects machines;
  private final NestedEffects runs;
  private final FlatEffects identities;
  private final FlatEffects samples;
  private final TypicalVariance typical;

  ServiceLaws() {
    machines = new NestedEffects(MACHINES);
    runs = new NestedEffects(RUNS);
    identities = new FlatEffects(SINGLE);
    samples = new FlatEffects(SINGLE);
    typical = new TypicalVariance();
  }

  /** Creates a copy that can change while the original does not. */
  ServiceLaws(ServiceLaws other) {
    other.types.forEach((name, law) -> types.put(name, new TypeLaw(law)));
    machines = new NestedEffects(other.machines);
    runs = new NestedEffects(other.runs);
    identities = new FlatEffects(other.identities);
    samples = new FlatEffects(other.samples);
    typical = new TypicalVariance(other.typical);
  }

  /** Everything except what is known of finished runs and their samples. */
  Map<String, Object> saved(Renaming names) {
    Map<String, Object> byType = new LinkedHashMap<>();
    types.forEach((name, law) -> byType.put(name, law.saved()));
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("types", byType);
    saved.put("runs", runs.savedVariances());
    saved.put("machines", machines.saved(names::machine));
    saved.put("work", identities.saved(names::work));
    saved.put("samples", samples.savedVariance());
    return saved;
  }

  static ServiceLaws from(Saved saved) {
    ServiceLaws laws = new ServiceLaws();
    saved.at("types").members().forEach((name, law) -> laws.types.put(name, TypeLaw.from(law)));
    laws.runs.restore(saved.at("runs"));
    laws.machines.restore(saved.at("machines"));
    laws.identities.restore(saved.at("work"));
    laws.samples.restore(saved.at("samples"));
    laws.types.values().forEach(laws.typical::add);
    return laws;
  }

  Map<String, TypeLaw> types() {
    return types;
  }

  NestedEffects machines() {
    return machines;
  }

  NestedEffects runs() {
    return runs;
  }

  FlatEffects identities() {
    return identities;
  }

  FlatEffects samples() {
    return samples;
  }

  TypicalVariance typical() {
    return typical;
  }

  static Optional<Name> identity(Work work) {
    return work.identity().map(name -> new Name(work.type(), name));
  }

  static Optional<Name> sample(Work work) {
    return work.sample().map(name -> new Name(work.run(), name));
  }

  Optional<TypeLaw> law(String type) {
    return Optional.ofNullable(types.get(type));
  }

  ServiceEstimate estimate(Work work) {
    return law(work.type())
        .map(law -> new ServiceTerms(this, law, work).estimate())
        .orElseGet(this::unknown);
  }

  ServiceEstimate estimateLater(Work work) {
    return law(work.type())
        .map(law -> new ServiceTerms(this, law, work).estimateLater())
        .orElseGet(this::unknown);
  }

  private ServiceEstimate unknown() {
    return TypeSpread.of(types.values()).estimate();
  }
}
