/**
 * JMH benchmarks, each figure next to a baseline from the same run.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar} runs them all; each class names the command
 * for it alone, and the claim it tests.
 */
package io.flowgauge.benchmarks;
