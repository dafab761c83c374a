package io.flowgauge.log.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/** A place events go to, and what it wants. Used by the drainer alone. */
final class Destination {
  private final String to;
  private final Outlet outlet;
  private final Sieve sieve;
  private final boolean patient;
  private final List<StreamWriter> streams = new ArrayList<>();

  /** Events for which there was no lane, and how many they were before this destination. */
  private final LongSupplier unplaced;

  private final long unplacedBefore;

  /** Events dropped that no stream counts any more. */
  private long retiredDrops;

  private boolean left;

  private Destination(
      Router.Route route,
      IntFunction<EventType> types,
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

  /** The only one of a log that is about to be opened. */
  static Destination only(Router.Route route, IntFunction<EventType> types, LongSupplier unplaced)
      throws IOException {
    DirectOutlet outlet = new DirectOutlet(route.where());
    outlet.open();
    return new Destination(route, types, outlet, unplaced, 0);
  }

  /** One of several, of a log that is open. */
  static Destination oneOf(
      Router.Route route, IntFunction<EventType> types, LongSupplier unplaced) {
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

  /** Whether events wait in the lanes until they are taken, as there is nobody else. */
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

  /** Closes it before the log is. */
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
