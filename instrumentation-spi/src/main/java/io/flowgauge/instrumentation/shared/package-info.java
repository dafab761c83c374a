/**
 * Reads profiles from the memory that an instrumented process shares with its instrumenter, for all
 * providers. The file {@code shm.h} defines its layout. Start at {@link
 * io.flowgauge.instrumentation.shared.SharedProfile}. Not for users.
 */
package io.flowgauge.instrumentation.shared;
