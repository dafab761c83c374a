/** What sampling processes costs, compared with plain code. */
package io.flowgauge.benchmarks.resources;
