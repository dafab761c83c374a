package io.flowgauge.log.write;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Destinations that were removed from a log but have yet to write the blocks they took. Not
 * thread-safe.
 */
final class RemovedDestinations {
  /** How long they may take to write them. */
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** How long they may take after that to stop. */
  private static final long ABORT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private record RemovedDestination(Destination destination, long sinceNanos) {
    /** Whether it has closed; aborts it if it is overdue. */
    boolean hasClosed() {
      Outlet outlet = destination.outlet();
      if (System.nanoTime() - sinceNanos > CLOSE_NANOS) {
        outlet.abort();
      }
      return outlet.isClosed();
    }
  }

  private final List<RemovedDestination> stillClosing = new ArrayList<>();
  private LogCounts closedCounts = new LogCounts(0, 0, 0, Optional.empty());

  /** Closes a destination without waiting for it. */
  void beginClose(Destination destination) {
    destination.beginRemoval();
    stillClosing.add(new RemovedDestination(destination, System.nanoTime()));
  }

  /** Forgets those that have closed. */
  void forgetClosed() {
    for (Iterator<RemovedDestination> all = stillClosing.iterator(); all.hasNext(); ) {
      RemovedDestination removed = all.next();
      if (removed.hasClosed()) {
        closedCounts = closedCounts.plus(removed.destination().counts().withoutFailure());
        all.remove();
      }
    }
  }

  /** Closes other destinations, too, and waits for all of them for a limited time. */
  void closeAll(List<Destination> others) {
    others.forEach(each -> each.outlet().beginClose());
    List<Outlet> all =
        Stream.concat(stillClosing.stream().map(RemovedDestination::destination), others.stream())
            .map(Destination::outlet)
            .toList();
    long began = System.nanoTime();
    try {
      awaitAll(all, began + CLOSE_NANOS);
      all.stream().filter(each -> !each.isClosed()).forEach(Outlet::abort);
      awaitAll(all, began + CLOSE_NANOS + ABORT_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitAll(List<Outlet> all, long deadline) throws InterruptedException {
    for (Outlet each : all) {
      each.awaitClose(deadline - System.nanoTime());
    }
  }

  /** Returns the sums of all destinations that were removed. */
  LogCounts counts() {
    LogCounts all = closedCounts;
    for (RemovedDestination removed : stillClosing) {
      all = all.plus(removed.destination().counts().withoutFailure());
    }
    return all;
  }
}
