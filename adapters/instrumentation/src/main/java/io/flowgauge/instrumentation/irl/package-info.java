/**
 * Requests to instrument one or more processes (IRL, [Truong] §3), and their execution. Entry:
 * {@link io.flowgauge.instrumentation.irl.IrlPerformer}.
 *
 * <pre>{@code
 * Irl request =
 *     Irl.on(ProcessPattern.named("mProject*"))
 *         .attach()
 *         .instrument("libm.so*:sin*", "mProject:*")
 *         .getProfile()
 *         .build();
 * try (IrlPerformer performer = IrlPerformer.of(provider)) {
 *   IrlAnswer answer = performer.perform(request);
 *   answer.refusals().forEach(System.out::println);
 *   answer.profiles().forEach(System.out::println);
 * }
 * }</pre>
 */
package io.flowgauge.instrumentation.irl;
