package io.flowgauge.traces.makeflow;

import io.flowgauge.run.Processor;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.OptionalInt;

/** A worker of Work Queue or TaskVine. Not thread-safe. */
final class Worker {
  private static final BigDecimal MAX_SLOTS = BigDecimal.valueOf(1_000_000);

  private final String id;
  private String address = "";
  private Optional<BigDecimal> cores = Optional.empty();
  private Optional<BigDecimal> smallest = Optional.empty();
  private String left = "";

  Worker(String id) {
    this.id = id;
  }

  void setAddress(String hostAndPort) {
    address = hostAndPort;
  }

  void setCores(BigDecimal number) {
    cores = Optional.of(number);
  }

  /** Records that a task was given some of its cores. */
  void recordAllocation(BigDecimal number) {
    if (number.signum() > 0) {
      smallest = Optional.of(smallest.map(number::min).orElse(number));
    }
  }

  void recordDeparture(String reason) {
    left = reason;
  }

  /** Returns why it left; empty while it is connected. */
  String departureReason() {
    return left;
  }

  /** Returns its address, or else its id. */
  String name() {
    return address.isEmpty() ? id : address;
  }

  /**
   * Returns the worker as a processor, with as many slots as its cores can run of the smallest
   * tasks; empty if either is unknown.
   */
  Optional<Processor> processor() {
    OptionalInt slots = slots();
    return slots.isPresent()
        ? Optional.of(Processor.of(name()).withSlots(slots.getAsInt()))
        : Optional.empty();
  }

  private OptionalInt slots() {
    if (cores.isEmpty() || smallest.isEmpty() || cores.get().compareTo(smallest.get()) < 0) {
      return OptionalInt.empty();
    }
    BigDecimal slots = cores.get().divide(smallest.get(), 0, RoundingMode.DOWN);
    return OptionalInt.of(slots.min(MAX_SLOTS).intValue());
  }
}
