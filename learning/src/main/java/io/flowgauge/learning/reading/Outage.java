package io.flowgauge.learning.reading;

import java.util.OptionalDouble;

/**
 * An event that made all attempts on some processors fail together. Immutable and thread-safe.
 *
 * @param place name of the site or, if there is none, of the processors
 * @param attempts number of attempts that it made fail, 2 or more
 * @param share these attempts as a fraction of all that were active then, in (0, 1]
 * @param seconds time until one of their activities ran again; empty if none did
 */
public record Outage(String place, int attempts, double share, OptionalDouble seconds) {}
