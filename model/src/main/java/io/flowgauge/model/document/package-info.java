/**
 * The run document, Flowgauge's own exchange format for one run of one workflow: reader and writer.
 *
 * <p>Beyond the documented keys an activity may have {@code attemptProcessors} ({@code {"1":
 * "p2"}}, where an attempt ran elsewhere than {@code processor} says; null where it is not known),
 * {@code iteration}, {@code attributes} and {@code phaseTimes} ({@code {"communication": 12.5}},
 * seconds of phases inside T of which only the length is known); a region may be a {@code loop}, a
 * {@code sub-workflow} or {@code irregular} with {@code links}, and have a {@code name}; the
 * document may have {@code recordedMakespan} in seconds, {@code timeBase} ({@code utc}, {@code
 * unknown-zone} or {@code relative}) and {@code diagnostics}. With them nothing of a run is lost.
 * Found through {@link java.util.ServiceLoader}; not exported.
 */
package io.flowgauge.model.document;
