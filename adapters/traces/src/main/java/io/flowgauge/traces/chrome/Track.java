package io.flowgauge.traces.chrome;

/**
 * Where events are drawn: a thread of a process.
 *
 * @param thread number of the thread, unique in the trace
 */
record Track(int process, int thread) {}
