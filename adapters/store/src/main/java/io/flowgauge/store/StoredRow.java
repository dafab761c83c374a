package io.flowgauge.store;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** A row of the table of runs. */
record StoredRow(
    long id,
    String workflow,
    String version,
    String name,
    String source,
    Instant stored,
    Optional<Instant> start,
    OptionalDouble makespanSeconds,
    boolean isFinished,
    int activities,
    int attempts,
    int failedAttempts,
    Set<String> sites,
    Map<String, String> tags)
    implements StoredRun {
  StoredRow {
    sites = Collections.unmodifiableSet(sites);
    tags = Collections.unmodifiableMap(tags);
  }

  @Override
  public String toString() {
    return "StoredRun[" + id + ", " + workflow + " version " + version + ", " + name + "]";
  }
}
