package io.flowgauge.history;

/**
 * What is known about a type of activity. Immutable and thread-safe.
 *
 * @param type name of the type
 * @param activities number of activities of that type to predict
 * @param observations number of activities of that type that completed in history; 0 if it is
 *     unknown
 * @param runs number of runs in which they completed
 */
public record TypeBasis(String type, int activities, int observations, int runs) {}
