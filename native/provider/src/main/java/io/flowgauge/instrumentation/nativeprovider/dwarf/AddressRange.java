package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * A range of the file's addresses. Immutable.
 *
 * @param begin its first byte
 * @param size its bytes
 */
record AddressRange(long begin, long size) {}
