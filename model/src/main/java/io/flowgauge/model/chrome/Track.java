package io.flowgauge.model.chrome;

/**
 * Where events are drawn: a thread of a process.
 *
 * @param process number of the process
 * @param thread number of the thread, unique in the trace
 */
record Track(int process, int thread) {}
