/**
 * Sensors in running processes: requests, results, and what a provider implements. Entry: {@link
 * io.flowgauge.instrumentation.Instrumentation}.
 *
 * <pre>{@code
 * try (InstrumentedProcess process = Instrumentation.attach(4711).orThrow()) {
 *   SensorReport report = process.instrument("libm.so*:sin*", "pov::Trace_*").orThrow();
 *   report.refused().forEach(System.out::println);
 *   Thread.sleep(1000);
 *   process.profile().byOwnTime().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>A provider implements {@link io.flowgauge.instrumentation.InstrumentationProvider} and is
 * found by {@link java.util.ServiceLoader}; the module's {@code test-jar} holds a contract test for
 * it.
 *
 * <p>The module {@code io.flowgauge.instrumentation} has more for users of any provider: documents
 * as XML in {@code io.flowgauge.instrumentation.xml}, requests to many processes at once in {@code
 * irl}, the processes of an activity in {@code tracking}, and the join of profiles with the
 * activities of a run in {@code activity}.
 */
package io.flowgauge.instrumentation;
