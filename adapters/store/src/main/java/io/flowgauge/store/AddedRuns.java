package io.flowgauge.store;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs stored since a repository was opened. Finds one in constant time. Not thread-safe. */
final class AddedRuns {
  private final Map<String, StoredRun> byHash = new HashMap<>();
  private final Set<Map.Entry<String, String>> tags = new HashSet<>();

  void add(String hash, StoredRun run) {
    byHash.put(hash, run);
    run.tags().forEach((tag, value) -> tags.add(Map.entry(tag, value)));
  }

  /** Returns the run with the given content hash. */
  Optional<StoredRun> find(String hash) {
    return Optional.ofNullable(byHash.get(hash));
  }

  /** Whether one of these runs has the tag with the given value. */
  boolean haveTag(String tag, String value) {
    return tags.contains(Map.entry(tag, value));
  }

  void clear() {
    byHash.clear();
    tags.clear();
  }
}
