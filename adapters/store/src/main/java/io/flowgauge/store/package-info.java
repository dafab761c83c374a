/**
 * Stores the runs of many experiments in one database and queries them ([Truong] §5.6; definitions,
 * "Experiments"). Start at {@link io.flowgauge.store.ExperimentRepository}.
 */
package io.flowgauge.store;
