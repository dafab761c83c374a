/**
 * The memory an instrumented process shares with its instrumenter, read into profiles: what the
 * providers have in common. Its layout is that of {@code shm.h}. Not for users.
 */
package io.flowgauge.instrumentation.shared;
