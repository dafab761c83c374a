package io.flowgauge.sites;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A receiver that appends events to one file for each place. */
final class ReceivedEvents implements AutoCloseable {
  private static final Duration MOMENT = Duration.ofMillis(50);

  private final RemoteEvents events;
  private final Path folder;

  ReceivedEvents(RemoteEvents events, Path folder) {
    this.events = events;
    this.folder = folder;
  }

  private Path file(String place) {
    return folder.resolve("received-" + place.replace('/', '-') + ".nlb");
  }

  /** Takes the next delivery, if one arrives within 50 ms. */
  boolean take() throws Exception {
    Optional<PlacedDelivery> next = events.next(MOMENT);
    if (next.isPresent()) {
      try (FileChannel file =
          FileChannel.open(
              file(next.get().place()), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        next.get().delivery().appendTo(file);
      }
      events.acknowledge(next.get());
    }
    return next.isPresent();
  }

  void awaitNumbers(String place, long wanted) throws Exception {
    Eventually.await(
        wanted + " events of " + place + ", " + events.troubles(),
        () -> {
          while (take()) {
            // Takes further deliveries.
          }
          return count(place) >= wanted;
        });
  }

  void awaitEnd() throws Exception {
    Eventually.await(
        "the end",
        () -> {
          take();
          return events.isFinished();
        });
  }

  private long count(String place) throws IOException {
    if (!Files.exists(file(place))) {
      return 0;
    }
    try (LogReader log = LogReader.open(file(place))) {
      return log.streams().stream().mapToLong(LogStream::events).sum();
    }
  }

  List<LogEvent> events(String place) throws IOException {
    if (!Files.exists(file(place))) {
      return List.of();
    }
    try (LogReader log = LogReader.open(file(place))) {
      return log.events().toList();
    }
  }

  List<Long> numbers(String place) throws IOException {
    try (LogReader log = LogReader.open(file(place))) {
      return log.events().map(event -> (Long) event.value("n").orElseThrow()).toList();
    }
  }

  List<LogLoss> losses(String place) throws IOException {
    try (LogReader log = LogReader.open(file(place))) {
      log.events().forEach(event -> {}); // Reading reveals errors inside blocks.
      return log.losses();
    }
  }

  List<LogStream> streams(String place) throws IOException {
    try (LogReader log = LogReader.open(file(place))) {
      return log.streams();
    }
  }

  @Override
  public void close() {
    events.close();
  }
}
