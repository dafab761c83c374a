package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * What distinguishes a class file from another. No message digest: the program may have brought the
 * code of those, and the virtual machine asks for this while it loads a class. Immutable.
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
