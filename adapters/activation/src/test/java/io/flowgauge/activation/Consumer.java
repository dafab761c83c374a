package io.flowgauge.activation;

import io.flowgauge.log.LogEvent;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.testsupport.Eventually;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A consumer that appends all received events to a file. */
final class Consumer implements AutoCloseable {
  private static final Duration MOMENT = Duration.ofMillis(200);

  private final EventReceiver receiver;
  private final Path path;
  private final FileChannel file;
  private long events;
  private EventDelivery last;

  Consumer(EventReceiver receiver, Path path) throws IOException {
    this.receiver = receiver;
    this.path = path;
    file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    events = path.toFile().length() == 0 ? 0 : events().size();
  }

  /** Takes the next delivery, if one arrives within 200 ms. */
  boolean take() throws Exception {
    Optional<EventDelivery> next = receiver.next(MOMENT);
    if (next.isPresent()) {
      last = next.get();
      last.appendTo(file);
      receiver.acknowledge(last);
      events += events(last);
    }
    return next.isPresent();
  }

  /** Takes deliveries until the wanted number of events has arrived. */
  void takeUntil(long wanted) throws Exception {
    Eventually.await(
        wanted + " events",
        () -> {
          take();
          return events >= wanted;
        });
  }

  /** Returns the number of events according to the headers of the blocks. */
  private static long events(EventDelivery delivery) throws FormatException {
    long events = 0;
    ByteBuffer blocks = delivery.blocks();
    for (int at = 0; at < blocks.limit(); ) {
      BlockHeader header = BlockHeader.decode(blocks.slice(at, blocks.limit() - at));
      events += header.events();
      at += header.blockBytes();
    }
    return events;
  }

  EventDelivery last() {
    return last;
  }

  List<LogEvent> events() throws IOException {
    try (LogReader log = LogReader.open(path)) {
      return log.events().toList();
    }
  }

  List<Long> numbers() throws IOException {
    return events().stream().map(e -> (Long) e.value("n").orElseThrow()).toList();
  }

  List<LogLoss> losses() throws IOException {
    try (LogReader log = LogReader.open(path)) {
      log.events().forEach(event -> {}); // Reading reveals errors inside blocks.
      return log.losses();
    }
  }

  List<LogStream> streams() throws IOException {
    try (LogReader log = LogReader.open(path)) {
      return log.streams();
    }
  }

  @Override
  public void close() throws IOException {
    receiver.close();
    file.close();
  }
}
