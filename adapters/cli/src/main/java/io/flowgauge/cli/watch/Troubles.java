package io.flowgauge.cli.watch;

import io.flowgauge.cli.Session;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reports problems on standard error: each sentence once, and again if the problem recurs after it
 * had gone. Not thread-safe.
 */
final class Troubles {
  private final Session session;
  private final Set<String> reported = new HashSet<>();

  Troubles(Session session) {
    this.session = session;
  }

  /** Reports the sentences that are new among all current ones; empty sentences are ignored. */
  void report(Stream<String> all) {
    List<String> now = all.filter(each -> !each.isEmpty()).distinct().toList();
    reported.retainAll(now);
    now.stream().filter(reported::add).forEach(session::say);
  }
}
