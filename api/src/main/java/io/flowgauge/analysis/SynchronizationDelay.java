package io.flowgauge.analysis;

import io.flowgauge.workflow.Dependency;

/**
 * {@code T_sd(a_i, a_j) = t(SUBMITTED a_j) - t(COMPLETED a_i)} ([Truong] §5.4, Eq. 1–2; SPEC §3.1).
 * Immutable and thread-safe.
 *
 * @param dependency the two activities
 * @param seconds the delay; negative where a_j was submitted ahead of time
 * @param startedStandsIn whether STARTED of a_j stood in, SUBMITTED not being recorded
 * @param open whether a_j was not submitted yet, so that the delay goes up to t_now
 */
public record SynchronizationDelay(
    Dependency dependency, double seconds, boolean startedStandsIn, boolean open) {}
