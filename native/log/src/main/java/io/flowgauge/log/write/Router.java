package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.sink.LogDestination;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Brings the events of all lanes to all destinations that want them. Used by the drainer alone. */
final class Router {
  /** What became of all events offered so far. */
  enum Progress {
    /** They are where they should be. */
    DONE,
    /** Some are still under way. */
    BUSY,
    /** There is no getting on at some destination. */
    FAILED
  }

  /**
   * A destination there shall be.
   *
   * @param to its name
   * @param where how to get there
   * @param wanted what goes there
   * @param isOnly whether there will never be another
   */
  record Route(String to, LogDestination where, Selection wanted, boolean isOnly) {}

  private final Lanes lanes;
  private final IntFunction<EventType> types;
  private final Function<Lane, StreamEncoder> encoders;
  private final List<LaneReaders> open = new ArrayList<>();
  private final List<Destination> destinations = new ArrayList<>();
  private final Farewell farewell = new Farewell();

  Router(Lanes lanes, IntFunction<EventType> types, Function<Lane, StreamEncoder> encoders) {
    this.lanes = lanes;
    this.types = types;
    this.encoders = encoders;
  }

  /** Adds a destination, which gets what is logged from now on. */
  void add(Destination destination) {
    destinations.add(destination);
    for (LaneReaders each : open) {
      each.join(destination, encoders.apply(each.lane()), each.lane().dropped());
    }
  }

  /** Has these destinations and no others. */
  void route(List<Route> routes, ClockAnchor anchor) {
    for (Iterator<Destination> all = destinations.iterator(); all.hasNext(); ) {
      Destination each = all.next();
      Optional<Route> stays = routes.stream().filter(r -> r.to().equals(each.to())).findAny();
      if (stays.isPresent()) {
        each.sieve().select(stays.get().wanted());
      } else {
        all.remove();
        open.forEach(lane -> lane.leave(each, anchor));
        farewell.begin(each);
      }
    }
    for (Route route : routes) {
      if (!has(route.to())) {
        add(Destination.oneOf(route, types, lanes::unplaced));
      }
    }
  }

  private boolean has(String to) {
    return destinations.stream().anyMatch(each -> each.to().equals(to));
  }

  /** Offers all that is in the lanes. */
  Progress drain(ClockAnchor anchor) {
    adoptFreshLanes();
    boolean taken = true;
    for (Iterator<LaneReaders> all = open.iterator(); all.hasNext(); ) {
      LaneReaders each = all.next();
      Thread owner = each.lane().owner();
      boolean ended =
          owner != null && !owner.isAlive(); // Known before the last look into the lane.
      taken &= each.drain(anchor);
      if (ended && each.end(anchor)) {
        lanes.retire(each.lane());
        all.remove();
      }
    }
    farewell.sweep();
    return progress(taken);
  }

  private void adoptFreshLanes() {
    for (Lane lane = lanes.takeFresh(); lane != null; lane = lanes.takeFresh()) {
      LaneReaders readers = new LaneReaders(lane, new LaneReader(lane, types));
      for (Destination destination : destinations) {
        readers.join(destination, encoders.apply(lane), 0);
      }
      open.add(readers);
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

  /** Whether there is nothing to do but to try again. */
  boolean isStuck() {
    return destinations.stream().anyMatch(d -> d.isPatient() && !d.outlet().isReady());
  }

  /** Whether a destination has yet to bring something home, and nothing says it will not. */
  boolean isSlow() {
    return destinations.stream()
        .map(Destination::outlet)
        .anyMatch(each -> each.failure().isEmpty() && !each.isIdle());
  }

  /** Has on the disk what went to files. */
  boolean force() {
    boolean all = true;
    for (Destination each : destinations) {
      all &= each.outlet().force();
    }
    return all;
  }

  /**
   * Ends all streams, as far as the destinations let us.
   *
   * @return lanes that hold events still, for the next to open the log
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
      } catch (RuntimeException e) {
        kept.add(each.lane()); // What is wrong with it the pass before has said.
        all.remove();
      }
    }
    return kept;
  }

  /** Closes all destinations, as far as they let us. */
  void closeDestinations() {
    farewell.closeAll(destinations);
  }

  /** Counts what calls logged that ended only after the log was closed. */
  void countLate() {
    adoptFreshLanes();
    open.forEach(LaneReaders::countLate);
  }

  /** What became of the events at each destination there is. */
  List<DestinationCounts> destinations() {
    return destinations.stream().map(Destination::counts).toList();
  }

  /** What became of all events at all destinations there are or were. */
  LogCounts counts() {
    LogCounts all = farewell.counts();
    for (Destination each : destinations) {
      all = all.plus(each.counts());
    }
    return all;
  }
}
