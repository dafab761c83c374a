package io.flowgauge.traces.slurm;

import io.flowgauge.run.EventType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * States of a job by their names in Slurm, with the event that ends an attempt in that state.
 * Immutable and thread-safe.
 */
public enum SlurmJobState {
  /** All of its processes ended with exit code 0. */
  COMPLETED(EventType.COMPLETED),
  /** Ended with another exit code. */
  FAILED(EventType.FAILED),
  /** Reached its time limit. */
  TIMEOUT(EventType.FAILED),
  /** Ran out of memory. */
  OUT_OF_MEMORY(EventType.FAILED),
  /** One of its nodes failed. */
  NODE_FAIL(EventType.FAILED),
  /** One of its nodes did not boot. */
  BOOT_FAIL(EventType.FAILED),
  /** Could not be launched on its nodes. */
  LAUNCH_FAILED(EventType.FAILED),
  /** Its nodes could not be configured for it. */
  RECONFIG_FAIL(EventType.FAILED),
  /** Reached its deadline. */
  DEADLINE(EventType.FAILED),
  /** Ended in favour of a job of higher priority. */
  PREEMPTED(EventType.FAILED),
  /** Ended and requeued. */
  REQUEUED(EventType.FAILED),
  /** Requeued at its own request. */
  SPECIAL_EXIT(EventType.FAILED),
  /** Cancelled by a user or an administrator. */
  CANCELLED(EventType.ABORTED),
  /** Started by another cluster of the federation instead. */
  REVOKED(EventType.ABORTED),
  /** Its size was changed while it ran; the next record continues it. */
  RESIZING(null),
  /** Waits. */
  PENDING(null),
  /** Runs. */
  RUNNING(null),
  /** Is about to run. */
  CONFIGURING(null),
  /** Is ending. */
  COMPLETING(null),
  /** Is being sent a signal. */
  SIGNALING(null),
  /** Its files are being staged out. */
  STAGE_OUT(null),
  /** Has its nodes, but does not run. */
  SUSPENDED(null),
  /** Has its nodes, but was stopped by a signal. */
  STOPPED(null),
  /** A state that Slurm is not known to write. */
  UNKNOWN(null);

  private static final Map<String, SlurmJobState> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toMap(SlurmJobState::name, state -> state));

  private final EventType end;

  SlurmJobState(EventType end) {
    this.end = end;
  }

  /**
   * Returns the state in a text such as {@code COMPLETED}, {@code CANCELLED by 1000} or {@code
   * CANCELLED+}; {@link #UNKNOWN} for any other text.
   */
  public static SlurmJobState parse(String text) {
    SlurmJobState plain = BY_NAME.get(text);
    if (plain != null) {
      return plain;
    }
    String word = text.strip().toUpperCase(Locale.ROOT);
    int end = 0;
    while (end < word.length()
        && (Character.isLetter(word.charAt(end)) || word.charAt(end) == '_')) {
      end++;
    }
    return BY_NAME.getOrDefault(word.substring(0, end), UNKNOWN);
  }

  /** Returns the event that ends an attempt in this state; empty if the attempt has not ended. */
  public Optional<EventType> end() {
    return Optional.ofNullable(end);
  }

  /** Whether a job in this state had its nodes, so that its start is not a forecast. */
  boolean hasStarted() {
    return this != PENDING && this != UNKNOWN;
  }
}
