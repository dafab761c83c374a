package io.flowgauge.history;

/**
 * What is known of a type of activities. Immutable and thread-safe.
 *
 * @param type name of the type
 * @param activities activities of that type to predict
 * @param observations how many completed in history, 0 if it is unknown
 * @param runs in how many runs
 */
public record TypeBasis(String type, int activities, int observations, int runs) {}
