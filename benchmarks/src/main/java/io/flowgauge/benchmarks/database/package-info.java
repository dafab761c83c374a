/**
 * Measures how fast event logs ({@link io.flowgauge.benchmarks.database.ArchiveSpeed}) and runs
 * ({@link io.flowgauge.benchmarks.database.RepositorySpeed}) are stored in databases, compared with
 * hand-written code.
 */
package io.flowgauge.benchmarks.database;
