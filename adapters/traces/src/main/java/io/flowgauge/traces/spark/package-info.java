/**
 * Reads event logs of Spark applications. Start at {@link io.flowgauge.traces.spark.SparkReader}.
 */
package io.flowgauge.traces.spark;
