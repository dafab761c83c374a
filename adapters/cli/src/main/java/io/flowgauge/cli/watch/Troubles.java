package io.flowgauge.cli.watch;

import io.flowgauge.cli.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reports on standard error what is wrong: each sentence once, and again if it is news once more.
 * Not thread-safe.
 */
final class Troubles {
  private final Session session;
  private final Set<String> reported = new HashSet<>();

  Troubles(Session session) {
    this.session = session;
  }

  /** Reports what is new of all that is wrong now. */
  void report(Stream<String> all) {
    List<String> now = all.filter(each -> !each.isEmpty()).distinct().toList();
    reported.retainAll(now);
    now.stream().filter(reported::add).forEach(session::say);
  }
}
