/** How fast event logs and runs are stored in databases, compared with hand-written code. */
package io.flowgauge.benchmarks.database;
