package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A growing binary log. */
final class FollowedBlocks implements FollowedFile {
  private final LogReader reader;
  private final LogDamage damage;
  private final Set<LogLoss> reported = new HashSet<>();
  private long size;

  FollowedBlocks(Path file, Session session) throws IOException {
    reader = LogReader.open(file);
    damage = new LogDamage(session);
  }

  @Override
  public EventCursor appended() throws IOException {
    reportDamage();
    return reader.appended();
  }

  /**
   * Reports damage, except in a block at the end, which may still be being written, and gaps, which
   * concern earlier files.
   */
  private void reportDamage() throws IOException {
    for (LogLoss loss : reader.losses()) {
      boolean isOver = loss.offset() + loss.bytes() < size && !LogDamage.isGap(loss);
      if (isOver && reported.add(loss)) {
        damage.found(List.of(loss));
      }
    }
  }

  @Override
  public boolean isCutBack(long now) {
    boolean isShorter = now < size;
    size = now;
    return isShorter;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
