package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * A range of addresses of a file. Immutable.
 *
 * @param begin address of the first byte
 * @param size size in bytes
 */
record AddressRange(long begin, long size) {}
