package io.flowgauge.analysis;

import io.flowgauge.workflow.Dependency;

/**
 * Synchronization delay of a dependency, {@code T_sd(a_i, a_j) = t(SUBMITTED a_j) - t(COMPLETED
 * a_i)} ([Truong] §5.4, Eq. 1–2; definitions, "Activity and workflow metrics"). Immutable and
 * thread-safe.
 *
 * @param dependency the two activities
 * @param seconds the delay; negative if a_j was submitted before a_i completed
 * @param startedStandsIn whether STARTED of a_j was used because SUBMITTED was not recorded
 * @param open whether a_j has not been submitted yet, so the delay runs up to t_now
 */
public record SynchronizationDelay(
    Dependency dependency, double seconds, boolean startedStandsIn, boolean open) {}
