package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.sink.LogDestination;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Moves the events of all lanes to all destinations that want them. Used by the drainer only. */
final class Router {
  /** The state of the events offered so far. */
  enum Progress {
    /** All have arrived. */
    DONE,
    /** Some have yet to be written. */
    BUSY,
    /** Some destination is failing. */
    FAILED
  }

  /**
   * A destination that the log should have.
   *
   * @param to the destination as text
   * @param destination opens the destination
   * @param selection the events it wants
   * @param isOnly whether the log never has another destination
   */
  record Route(String to, LogDestination destination, Selection selection, boolean isOnly) {}

  private final Lanes lanes;
  private final IntFunction<DeclaredEvent> types;
  private final Function<Lane, StreamEncoder> encoders;
  private final List<LaneReaders> open = new ArrayList<>();
  private final List<Destination> destinations = new ArrayList<>();
  private final RemovedDestinations removed = new RemovedDestinations();

  Router(Lanes lanes, IntFunction<DeclaredEvent> types, Function<Lane, StreamEncoder> encoders) {
    this.lanes = lanes;
    this.types = types;
    this.encoders = encoders;
  }

  /** Adds a destination for events logged from now on. */
  void add(Destination destination) {
    destinations.add(destination);
    for (LaneReaders each : open) {
      each.join(destination, encoders.apply(each.lane()), each.lane().dropped());
    }
  }

  /** Replaces the destinations; those that stay remain open. */
  void route(List<Route> routes, ClockAnchor anchor) {
    for (Iterator<Destination> all = destinations.iterator(); all.hasNext(); ) {
      Destination each = all.next();
      Optional<Route> stays = routes.stream().filter(r -> r.to().equals(each.to())).findAny();
      if (stays.isPresent()) {
        each.eventFilter().setSelection(stays.get().selection());
      } else {
        all.remove();
        open.forEach(lane -> lane.leave(each, anchor));
        removed.beginClose(each);
      }
    }
    for (Route route : routes) {
      if (!has(route.to())) {
        add(Destination.createOneOfSeveral(route, types, lanes::dropsWithoutLane));
      }
    }
  }

  private boolean has(String to) {
    return destinations.stream().anyMatch(each -> each.to().equals(to));
  }

  /** Offers everything in the lanes to the destinations. */
  Progress drain(ClockAnchor anchor) {
    adoptFreshLanes();
    boolean taken = true;
    for (Iterator<LaneReaders> all = open.iterator(); all.hasNext(); ) {
      LaneReaders each = all.next();
      Thread owner = each.lane().owner();
      boolean ended =
          owner != null && !owner.isAlive(); // Determined before the lane is drained for the last
      // time.
      taken &= each.drain(anchor);
      if (ended && each.end(anchor)) {
        lanes.retire(each.lane());
        all.remove();
      }
    }
    removed.forgetClosed();
    return progress(taken);
  }

  private void adoptFreshLanes() {
    for (Lane lane = lanes.firstUnadopted(); lane != null; lane = lanes.firstUnadopted()) {
      LaneReaders readers = new LaneReaders(lane, new LaneReader(lane, types));
      for (Destination destination : destinations) {
        readers.join(destination, encoders.apply(lane), 0);
      }
      open.add(readers);
      lanes.markFirstAdopted();
    }
  }

  private Progress progress(boolean taken) {
    if (failure().isPresent()) {
      return Progress.FAILED;
    }
    boolean idle = destinations.stream().allMatch(each -> each.outlet().isIdle());
    return taken && idle ? Progress.DONE : Progress.BUSY;
  }

  private Optional<String> failure() {
    return destinations.stream().flatMap(d -> d.outlet().failure().stream()).findFirst();
  }

  /** Whether a call may be in progress. */
  boolean mayBeInUse() {
    return lanes.mayBeInUse();
  }

  /** Whether events wait in the lanes for a destination that has failed. */
  boolean isStuck() {
    return destinations.stream().anyMatch(d -> d.holdsEventsInLanes() && !d.outlet().isReady());
  }

  /** Whether a destination that is not failing still has blocks to write. */
  boolean isSlow() {
    return destinations.stream()
        .map(Destination::outlet)
        .anyMatch(each -> each.failure().isEmpty() && !each.isIdle());
  }

  /** Forces all destinations to disk; returns whether all of that worked. */
  boolean force() {
    boolean all = true;
    for (Destination each : destinations) {
      all &= each.outlet().force();
    }
    return all;
  }

  /**
   * Ends all streams, if the destinations take the rest.
   *
   * @return lanes whose rings still hold events, for the next process that opens the log
   */
  List<Lane> endAll(ClockAnchor anchor) {
    adoptFreshLanes();
    List<Lane> kept = new ArrayList<>();
    for (Iterator<LaneReaders> all = open.iterator(); all.hasNext(); ) {
      LaneReaders each = all.next();
      try {
        if (each.close(anchor)) {
          kept.add(each.lane());
        }
      } catch (RuntimeException | Error e) {
        kept.add(each.lane()); // The previous pass has reported the cause.
        all.remove();
      }
    }
    return kept;
  }

  /** Closes all destinations, and waits for them for a limited time. */
  void closeDestinations() {
    removed.closeAll(destinations);
  }

  /** Counts the events of calls that ended after the log was closed. */
  void countLate() {
    adoptFreshLanes();
    open.forEach(LaneReaders::countLate);
  }

  /** Counts of each current destination. */
  List<DestinationCounts> destinations() {
    return destinations.stream().map(Destination::counts).toList();
  }

  /** Returns the sums of all current and former destinations. */
  LogCounts counts() {
    LogCounts all = removed.counts();
    for (Destination each : destinations) {
      all = all.plus(each.counts());
    }
    return all;
  }
}
