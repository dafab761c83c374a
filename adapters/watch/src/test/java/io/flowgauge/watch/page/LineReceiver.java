package io.flowgauge.watch.page;

import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunReceiver;
import io.flowgauge.live.RunSink;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A receiver for tests that accepts a run and an activity, separated by a space. */
public final class LineReceiver implements RunReceiver {
  /** An activity for which memory always runs out. */
  static final String HUGE = "huge";

  /** An activity for which a class is missing. */
  static final String UNLINKED = "unlinked";

  @Override
  public String path() {
    return "/lines";
  }

  @Override
  public Reply receive(Post post, RunSink runs) {
    try {
      String[] words =
          new String(post.body().readAllBytes(), StandardCharsets.UTF_8).strip().split(" ", 2);
      if (words.length != 2) {
        throw new IllegalArgumentException("a line has a run and an activity");
      }
      if (words[1].equals(HUGE)) {
        throw new OutOfMemoryError("of " + HUGE);
      }
      if (words[1].equals(UNLINKED)) {
        throw new NoClassDefFoundError("of " + UNLINKED);
      }
      runs.recorder(words[0], words[0]).activity(Activity.of(words[1], "posted"));
      return Reply.of(202, "taken in");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
