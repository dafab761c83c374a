package io.flowgauge.learning.service;

/**
 * A name within another, such as an identity within a type. Immutable and thread-safe.
 *
 * @param outer within what
 * @param inner the name
 */
record Name(String outer, String inner) {}
