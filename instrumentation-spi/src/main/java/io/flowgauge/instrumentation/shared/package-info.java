/**
 * Reads profiles from the memory that an instrumented process shares with its instrumenter, for all
 * providers. Its layout is that of {@code shm.h}. Not for users.
 */
package io.flowgauge.instrumentation.shared;
