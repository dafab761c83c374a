package io.flowgauge.model.core;

/**
 * When a run began and ended; times in nanoseconds, or {@link Columns#ABSENT}. Immutable and
 * thread-safe.
 *
 * @param start start of the run: the recorded start or the earliest event, whichever is first
 * @param startRecorded whether the source stated the start
 * @param end last end of an activity, or the recorded end of the run if none began; t_now while an
 *     activity is open or ready
 * @param until t_now, up to which open states are measured
 * @param makespan end minus start, or else the makespan stated by the source
 * @param finished whether the run is over: see {@link io.flowgauge.run.WorkflowRun#isFinished()}
 * @param ended whether the end of the run was recorded
 */
public record RunSpan(
    long start,
    boolean startRecorded,
    long end,
    long until,
    long makespan,
    boolean finished,
    boolean ended) {}
