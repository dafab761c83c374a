/**
 * JMH benchmarks; each figure is compared with a baseline from the same run.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar} runs them all; each class states the
 * command that runs it alone, and the claim it tests.
 */
package io.flowgauge.benchmarks;
