/** What sampling processes costs, beside plain code. */
package io.flowgauge.benchmarks.resources;
