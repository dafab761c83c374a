/**
 * Tuning of running programs ([MATE] §3): a {@link io.flowgauge.tuning.Tunlet} says what to measure
 * in a program, uses a performance model to decide whether to change something in it, and guards
 * the change; an {@link io.flowgauge.tuning.Analyzer} runs tunlets over processes.
 */
package io.flowgauge.tuning;
