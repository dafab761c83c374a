package io.flowgauge.model.core;

/**
 * When a run began and ended; times in nanoseconds, or {@link Columns#ABSENT}. Immutable and
 * thread-safe.
 *
 * @param start start of the run: as recorded, else its earliest event
 * @param startRecorded whether the start was recorded
 * @param end last end of an activity; t_now while something is open or ready
 * @param until t_now: up to when open states are measured
 * @param makespan end less start, else the makespan its source stated
 * @param finished whether every activity that left an event has ended
 */
public record RunSpan(
    long start, boolean startRecorded, long end, long until, long makespan, boolean finished) {}
