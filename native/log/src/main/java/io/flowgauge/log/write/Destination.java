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
  private final DestinationFilter eventFilter;
  private final boolean holdsEventsInLanes;
  private final List<StreamWriter> streams = new ArrayList<>();

  /** Counts events that found no lane; also those from before this destination joined. */
  private final LongSupplier unplaced;

  private final long unplacedBefore;

  /** Number of drops of streams that have ended. */
  private long retiredDrops;

  private boolean isRemoved;

  private Destination(
      Router.Route route,
      IntFunction<DeclaredEvent> types,
      Outlet outlet,
      LongSupplier unplaced,
      long unplacedBefore) {
    to = route.to();
    eventFilter = new DestinationFilter(route.selection(), types);
    holdsEventsInLanes = route.isOnly();
    this.outlet = outlet;
    this.unplaced = unplaced;
    this.unplacedBefore = unplacedBefore;
  }

  /** Opens the only destination of a log. */
  static Destination openOnly(
      Router.Route route, IntFunction<DeclaredEvent> types, LongSupplier unplaced)
      throws IOException {
    DirectOutlet outlet = new DirectOutlet(route.destination());
    outlet.open();
    return new Destination(route, types, outlet, unplaced, 0);
  }

  /** Creates one of several destinations of an open log. */
  static Destination createOneOfSeveral(
      Router.Route route, IntFunction<DeclaredEvent> types, LongSupplier unplaced) {
    return new Destination(route, types, outlet(route), unplaced, unplaced.getAsLong());
  }

  private static Outlet outlet(Router.Route route) {
    if (route.destination().isPrompt()) {
      return new DirectOutlet(route.destination());
    }
    QueuedOutlet outlet = new QueuedOutlet(route.destination(), "flowgauge-log " + route.to());
    outlet.start();
    return outlet;
  }

  String to() {
    return to;
  }

  Outlet outlet() {
    return outlet;
  }

  DestinationFilter eventFilter() {
    return eventFilter;
  }

  /**
   * Whether events wait in the lanes until this destination takes them, because it is the only one.
   */
  boolean holdsEventsInLanes() {
    return holdsEventsInLanes;
  }

  void join(StreamWriter stream) {
    streams.add(stream);
  }

  void retire(StreamWriter stream) {
    streams.remove(stream);
    retiredDrops += stream.dropped();
  }

  /** Closes the destination while the log stays open. */
  void beginRemoval() {
    retiredDrops += unplaced.getAsLong() - unplacedBefore;
    isRemoved = true;
    outlet.beginClose();
  }

  DestinationCounts counts() {
    long dropped = retiredDrops + outlet.dropped();
    if (!isRemoved) {
      dropped += unplaced.getAsLong() - unplacedBefore;
    }
    for (StreamWriter stream : streams) {
      dropped += stream.dropped();
    }
    return new DestinationCounts(to, outlet.written(), dropped, outlet.bytes(), outlet.failure());
  }
}
