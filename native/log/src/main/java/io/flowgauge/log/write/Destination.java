package io.flowgauge.log.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/** A destination and the events it wants. Used by the drainer only. */
final class Destination {
  private final String to;
  private final Outlet outlet;
  private final Sieve sieve;
  private final boolean patient;
  private final List<StreamWriter> streams = new ArrayList<>();

  /** Counts events that found no lane; also those from before this destination joined. */
  private final LongSupplier unplaced;

  private final long unplacedBefore;

  /** Number of drops of streams that have ended. */
  private long retiredDrops;

  private boolean left;

  private Destination(
      Router.Route route,
      IntFunction<DeclaredEvent> types,
      Outlet outlet,
      LongSupplier unplaced,
      long unplacedBefore) {
    to = route.to();
    sieve = new Sieve(route.wanted(), types);
    patient = route.isOnly();
    this.outlet = outlet;
    this.unplaced = unplaced;
    this.unplacedBefore = unplacedBefore;
  }

  /** Opens the only destination of a log. */
  static Destination only(
      Router.Route route, IntFunction<DeclaredEvent> types, LongSupplier unplaced)
      throws IOException {
    DirectOutlet outlet = new DirectOutlet(route.where());
    outlet.open();
    return new Destination(route, types, outlet, unplaced, 0);
  }

  /** Creates one of several destinations of an open log. */
  static Destination oneOf(
      Router.Route route, IntFunction<DeclaredEvent> types, LongSupplier unplaced) {
    return new Destination(route, types, outlet(route), unplaced, unplaced.getAsLong());
  }

  private static Outlet outlet(Router.Route route) {
    if (route.where().isPrompt()) {
      return new DirectOutlet(route.where());
    }
    QueuedOutlet outlet = new QueuedOutlet(route.where(), "flowgauge-log " + route.to());
    outlet.start();
    return outlet;
  }

  String to() {
    return to;
  }

  Outlet outlet() {
    return outlet;
  }

  Sieve sieve() {
    return sieve;
  }

  /**
   * Whether events wait in the lanes until this destination takes them, because it is the only one.
   */
  boolean isPatient() {
    return patient;
  }

  void join(StreamWriter stream) {
    streams.add(stream);
  }

  void retire(StreamWriter stream) {
    streams.remove(stream);
    retiredDrops += stream.dropped();
  }

  /** Closes the destination while the log stays open. */
  void leave() {
    retiredDrops += unplaced.getAsLong() - unplacedBefore;
    left = true;
    outlet.beginClose();
  }

  DestinationCounts counts() {
    long dropped = retiredDrops + outlet.dropped();
    if (!left) {
      dropped += unplaced.getAsLong() - unplacedBefore;
    }
    for (StreamWriter stream : streams) {
      dropped += stream.dropped();
    }
    return new DestinationCounts(to, outlet.written(), dropped, outlet.bytes(), outlet.failure());
  }
}
