/**
 * The run document, Flowgauge's own exchange format for one run of one workflow: reader and writer.
 *
 * <p>Beyond the documented keys an activity may have {@code attemptProcessors} ({@code {"1":
 * "p2"}}, for attempts that ran elsewhere than on {@code processor}; null if unknown), {@code
 * iteration}, {@code attributes}, {@code phaseTimes} ({@code {"communication": 12.5}}, seconds of
 * phases inside T whose place is unknown) and {@code codeProfiles} ({@code {"time": …, "regions":
 * [[name, source, calls, seconds, own seconds, open seconds], …], "calls": [[caller, callee, calls,
 * seconds], …]}}, with indices of regions, and -1 for no caller); a region may be a {@code loop}, a
 * {@code sub-workflow} or {@code irregular} with {@code links}, and have a {@code name}; the
 * document may have {@code recordedMakespan} in seconds, an {@code end} like its {@code start},
 * {@code timeBase} ({@code utc}, {@code unknown-zone} or {@code relative}), {@code diagnostics} and
 * {@code hostLoads} ({@code [{"host": …, "quantity": "cpu-busy", "unit": "ratio", "intervals":
 * [[begin, end, least, mean, most], …]}, …]}). With them, a run survives a round trip without loss.
 * Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.traces.document;
