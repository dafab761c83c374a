package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Distinguishes class files from one another. It is not a message digest, because a digest may be
 * implemented by the program, and this is needed while the virtual machine loads a class.
 * Immutable.
 */
record ClassChecksum(int length, long crc32, long crc32c) {
  static ClassChecksum of(byte[] bytes) {
    CRC32 one = new CRC32();
    one.update(bytes);
    CRC32C other = new CRC32C();
    other.update(bytes);
    return new ClassChecksum(bytes.length, one.getValue(), other.getValue());
  }
}
