/**
 * Runs of many experiments in one database ([Truong] §5.6, SPEC §8): {@link
 * io.flowgauge.store.ExperimentRepository}, the start.
 */
package io.flowgauge.store;
