/** What sensors in running processes cost, beside the alternatives. */
package io.flowgauge.benchmarks.instrumentation;
