/** Event logs of Spark applications. */
package io.flowgauge.traces.spark;
