package io.flowgauge.activation;

import io.flowgauge.activation.collect.SpoolFiles;
import java.util.function.LongSupplier;

/**
 * Settings that the parts of a service share.
 *
 * @param maxRequests most requests at a time
 * @param maxConnections most connections of applications
 * @param maxBufferBytes most bytes one request may ask to have buffered
 * @param clock monotonic nanoseconds
 */
record ServiceSettings(
    int maxRequests,
    int maxConnections,
    long maxBufferBytes,
    LongSupplier clock,
    SpoolFiles files) {
  static final ServiceSettings USUAL =
      new ServiceSettings(256, 256, 64L << 30, System::nanoTime, SpoolFiles.REAL);

  /** Checks a request against the limits of this service. */
  void check(ActivationRequest request, int others) {
    if (others >= maxRequests) {
      throw new IllegalArgumentException(
          "there are already " + others + " requests, the most that this service accepts");
    }
    if (request.bufferBytes() > maxBufferBytes) {
      throw new IllegalArgumentException(
          "bufferBytes must be at most " + maxBufferBytes + ", was " + request.bufferBytes());
    }
  }

  ServiceSettings withMaxRequests(int most) {
    return new ServiceSettings(most, maxConnections, maxBufferBytes, clock, files);
  }

  ServiceSettings withMaxConnections(int most) {
    return new ServiceSettings(maxRequests, most, maxBufferBytes, clock, files);
  }

  ServiceSettings withMaxBufferBytes(long most) {
    return new ServiceSettings(maxRequests, maxConnections, most, clock, files);
  }

  ServiceSettings withClock(LongSupplier nanos) {
    return new ServiceSettings(maxRequests, maxConnections, maxBufferBytes, nanos, files);
  }

  ServiceSettings withFiles(SpoolFiles opener) {
    return new ServiceSettings(maxRequests, maxConnections, maxBufferBytes, clock, opener);
  }
}
