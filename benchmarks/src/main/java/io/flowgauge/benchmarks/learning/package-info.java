/** Learning from earlier runs. */
package io.flowgauge.benchmarks.learning;
