package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The streams of all applications. If there are too many, the one that was silent longest is
 * forgotten; if it continues after all, it counts as a new stream. Not thread-safe.
 */
final class SourceTable {
  private static final int MAX_SOURCES = 4096;
  private static final long MAX_TYPE_BYTES = 64L << 20;
  private static final float LOAD = 0.75f;

  /** In order of access, so that the stream that was silent longest comes first. */
  private final Map<StreamKey, Source> sources = new LinkedHashMap<>(16, LOAD, true);

  private final Map<Long, LogTypes> types = new HashMap<>();

  /** Returns the stream that a block belongs to. */
  Source of(BlockHeader block) {
    Source source = sources.computeIfAbsent(StreamKey.of(block), this::create);
    forgetSilent(source);
    return source;
  }

  private Source create(StreamKey key) {
    return new Source(key, types.computeIfAbsent(key.log(), log -> new LogTypes()));
  }

  private void forgetSilent(Source kept) {
    if (sources.size() > MAX_SOURCES || typeBytes() > MAX_TYPE_BYTES) {
      Iterator<Source> eldest = sources.values().iterator();
      Source silent = eldest.next();
      if (silent != kept) {
        eldest.remove();
        forgetTypes(silent.key().log());
      }
    }
  }

  private long typeBytes() {
    return types.values().stream().mapToLong(LogTypes::bytes).sum();
  }

  private void forgetTypes(long log) {
    if (sources.keySet().stream().noneMatch(key -> key.log() == log)) {
      types.remove(log);
    }
  }

  /** Returns all streams, the one that was silent longest first. */
  List<Source> all() {
    return List.copyOf(sources.values());
  }
}
