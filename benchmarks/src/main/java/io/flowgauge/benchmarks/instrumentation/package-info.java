/** What sensors in running processes cost, compared with the alternatives. */
package io.flowgauge.benchmarks.instrumentation;
