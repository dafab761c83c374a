/** How fast event logs and runs are stored in databases, beside hand-written code. */
package io.flowgauge.benchmarks.database;
