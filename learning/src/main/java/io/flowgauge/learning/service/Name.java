package io.flowgauge.learning.service;

/**
 * A name within another, such as an identity within a type. Immutable and thread-safe.
 *
 * @param outer the name that contains it
 * @param inner the name
 */
record Name(String outer, String inner) {}
