package io.flowgauge.watch.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Represents the id of a run, which may be a path, by one part of the path of a URL. Ids that are
 * too long, or that might be changed in transit, are represented by their digests.
 */
final class RunAddress {
  /**
   * Maximum length of an escaped id, which is escaped again in the query of events and must fit
   * into the header of a request.
   */
  private static final int LONGEST = 1_000;

  private static final String DIGEST = "sha256-";

  private RunAddress() {}

  /** Returns the part of a path that represents a run. */
  static String of(String id) {
    return isPlain(id) ? escaped(id) : digest(id);
  }

  private static boolean isPlain(String id) {
    return escaped(id).length() <= LONGEST
        && !id.equals(".")
        && !id.equals("..")
        && id.chars().noneMatch(Character::isISOControl)
        && unescaped(escaped(id)).equals(id);
  }

  private static String escaped(String id) {
    return URLEncoder.encode(id, UTF_8).replace("+", "%20");
  }

  private static String unescaped(String part) {
    return URLDecoder.decode(part.replace("+", "%2B"), UTF_8);
  }

  private static String digest(String id) {
    return DIGEST + HexFormat.of().formatHex(Token.sha256(id.getBytes(UTF_8)));
  }

  /** Returns the run that a part of a path represents. */
  static Optional<LiveRun> find(LiveMonitor monitor, String part) {
    try {
      Optional<LiveRun> named = monitor.run(unescaped(part));
      return (named.isPresent() || !part.startsWith(DIGEST))
          ? named
          : monitor.runs().stream().filter(run -> digest(run.id()).equals(part)).findFirst();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // Not a valid escape.
    }
  }
}
