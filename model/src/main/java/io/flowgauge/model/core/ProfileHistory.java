package io.flowgauge.model.core;

import io.flowgauge.run.CodeProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * Profiles of one activity in order of time. When there are too many, every other one is dropped,
 * so that old profiles end up further apart than recent ones. Not thread-safe.
 */
final class ProfileHistory {
  private static final int MOST_PROFILES = 64;
  private static final int MOST_ENTRIES = 40_000;

  private final List<CodeProfile> profiles = new ArrayList<>();

  /**
   * Adds a profile. It replaces one of the same time, and those of an earlier attempt are dropped.
   */
  void add(CodeProfile profile) {
    int at = profiles.size();
    while (at > 0 && profiles.get(at - 1).epochNanos() >= profile.epochNanos()) {
      at--;
    }
    if (at < profiles.size() && profiles.get(at).epochNanos() == profile.epochNanos()) {
      profiles.remove(at);
    }
    if (at < profiles.size() && !profiles.get(at).continues(profile)) {
      return;
    }
    if (at > 0 && !profile.continues(profiles.get(at - 1))) {
      profiles.subList(0, at).clear();
      at = 0;
    }
    profiles.add(at, profile);
    if (profiles.size() > MOST_PROFILES || (profiles.size() > 2 && entries() > MOST_ENTRIES)) {
      thin();
    }
  }

  private int entries() {
    return profiles.stream().mapToInt(p -> p.regions().size() + p.calls().size()).sum();
  }

  /** Drops every other profile except the first and the last. */
  private void thin() {
    for (int k = profiles.size() - 2; k > 0; k -= 2) {
      profiles.remove(k);
    }
  }

  List<CodeProfile> copy() {
    return List.copyOf(profiles);
  }
}
