package io.flowgauge.model.core;

/**
 * When a run began and ended; times in nanoseconds, or {@link Columns#ABSENT}. Immutable and
 * thread-safe.
 *
 * @param start start of the run: as recorded, else its earliest event
 * @param end last end of an activity, or the recorded end of the run if none began; t_now while an
 *     activity is open or ready
 * @param until t_now, up to which open states are measured
 * @param makespan end minus start, else the makespan stated by the source
 * @param finished whether the run is over: see {@link io.flowgauge.run.WorkflowRun#isFinished()}
 * @param ended whether that was recorded
 */
public record RunSpan(
    long start,
    boolean startRecorded,
    long end,
    long until,
    long makespan,
    boolean finished,
    boolean ended) {}
