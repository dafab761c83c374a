package io.flowgauge.log.read;

import io.flowgauge.log.ring.DeadSession;
import io.flowgauge.log.ring.RingFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Recovers the events that dead processes left in their rings: appends them to the log and deletes
 * the rings. The rings of living processes are left alone. Opening a log for writing does this,
 * too.
 *
 * <p>It appends each event exactly once, even if it is killed at any moment and repeated. Not
 * thread-safe.
 */
public final class LogRecovery {
  private final Path log;
  private final List<DeadSession> dead;
  private final List<LogLoss> losses = new ArrayList<>();
  private int streams;
  private long events;

  private LogRecovery(Path log, List<DeadSession> dead) {
    this.log = log;
    this.dead = dead;
  }

  /**
   * Recovers the rings in the folder {@code x.nlb.rings} next to a log {@code x.nlb}.
   *
   * @param log the log; created if it is missing and there is something to append
   * @return what was found
   * @throws IOException if the rings cannot be read or their events cannot be appended; then
   *     nothing is deleted
   */
  public static Recovery takeOver(Path log) throws IOException {
    return takeOver(log, RingFiles.folder(log));
  }

  /**
   * Recovers the rings in a folder.
   *
   * @param log the log; created if it is missing and there is something to append
   * @param rings the folder of its rings, which may not exist
   * @return what was found
   * @throws IOException if the rings cannot be read or their events cannot be appended; then
   *     nothing is deleted
   */
  public static Recovery takeOver(Path log, Path rings) throws IOException {
    List<DeadSession> dead = RingFiles.lockDeadSessions(rings);
    if (dead.isEmpty()) {
      return Recovery.NONE;
    }
    try {
      return new LogRecovery(log, dead).run();
    } finally {
      dead.forEach(DeadSession::close);
    }
  }

  private Recovery run() throws IOException {
    try (LogIndex index = new LogIndex();
        FileChannel file =
            FileChannel.open(
                log,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND)) {
      if (Files.isRegularFile(log)) {
        index.addLog(log);
      }
      RingFolder rings = RingFolder.ofFiles(files());
      index.add(rings);
      index.refresh();
      for (RingFolder.Seen seen : rings.seen()) {
        append(index.blocksNotInLogs(seen), file);
      }
      losses.addAll(rings.losses());
      file.force(false); // The events must be on disk before the rings are deleted.
    }
    List<Path> damaged = losses.stream().map(LogLoss::file).toList();
    for (DeadSession session : dead) {
      session.delete(damaged);
    }
    return new Recovery(streams, events, losses);
  }

  private List<Path> files() throws IOException {
    List<Path> all = new ArrayList<>();
    for (DeadSession session : dead) {
      all.addAll(session.rings());
    }
    return all;
  }

  private void append(RingBlocks made, FileChannel file) throws IOException {
    if (!made.hasSomething()) {
      return;
    }
    streams++;
    for (BlockRef block : made.blocks()) {
      write(block.bytes(), file);
      events += block.header().events();
    }
    if (made.loss().isEmpty()) {
      write(made.end(), file);
    }
  }

  private static void write(ByteBuffer block, FileChannel file) throws IOException {
    while (block.hasRemaining()) {
      file.write(block);
    }
  }
}
