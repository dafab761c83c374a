package io.flowgauge.sites.node;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.attend.PendingRequests;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.thread.Daemon;
import io.flowgauge.sites.wire.AttendReply;
import io.flowgauge.sites.wire.AttendRequest;
import io.flowgauge.sites.wire.Reply;
import io.flowgauge.sites.wire.SignedRequest;
import io.flowgauge.sites.wire.Subscription;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Performs the requests of another user in a process of that user: requests go to its standard
 * input, replies come from its standard output. It ends when this process ends in any way, because
 * its input ends then. Thread-safe.
 */
final class HelperProcess implements Mutator {
  private static final int END_SECONDS = 5;

  /** Time limit for looking up a user's group; another machine may keep the list of users. */
  private static final int GROUP_SECONDS = 10;

  private final Process process;
  private final OutputStream in;
  private final PendingRequests pending = new PendingRequests(this::write);

  private HelperProcess(Process process, String user) {
    this.process = process;
    this.in = process.getOutputStream();
    Thread reader = Daemon.named("helper-" + user).newThread(() -> read(user));
    reader.start();
  }

  /**
   * Starts a helper.
   *
   * @throws RefusedException if it cannot be started as this user
   */
  static HelperProcess start(String user, String place, String events) throws RefusedException {
    try {
      String group = groupOf(user);
      ProcessBuilder builder = new ProcessBuilder(command(user, group, place, events));
      Map<String, String> environment = builder.environment();
      environment.keySet().retainAll(List.of("PATH", "LANG", "LC_ALL", "TZ"));
      builder.directory(new File("/")).redirectError(ProcessBuilder.Redirect.INHERIT);
      return new HelperProcess(builder.start(), user);
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.SYSTEM, "cannot run as user " + user + ": " + e.getMessage());
    }
  }

  private static String groupOf(String user) throws IOException {
    Process id = new ProcessBuilder("id", "-g", "--", user).start();
    awaitEnd(id);
    String group =
        new String(id.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    if (!group.matches("\\d+")) {
      throw new IOException("there is no such user");
    }
    return group;
  }

  private static void awaitEnd(Process id) throws IOException {
    try {
      if (!id.waitFor(GROUP_SECONDS, TimeUnit.SECONDS)) {
        id.destroyForcibly();
        throw new IOException("looking up its group took longer than " + GROUP_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      id.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while looking up its group");
    }
  }

  /**
   * Returns the helper's command: it runs with this program's class path, but only with the user's
   * rights.
   */
  private static List<String> command(String user, String group, String place, String events) {
    return List.of(
        "setpriv",
        "--reuid=" + user,
        "--regid=" + group,
        "--init-groups",
        "--inh-caps=-all",
        "--bounding-set=-all",
        "--no-new-privs",
        "--",
        System.getProperty("java.home") + "/bin/java",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        HelperMain.class.getName(),
        place,
        events);
  }

  @Override
  public CompletableFuture<Reply> perform(SignedRequest request, Duration timeLeft) {
    return pending.send(request, timeLeft);
  }

  @Override
  public EventSubscription subscribe(Subscription subscription, EventTarget target) {
    return pending.subscribe(subscription, target);
  }

  private void write(AttendRequest request) {
    synchronized (in) {
      try {
        request.writeDelimitedTo(in);
        in.flush();
      } catch (IOException e) {
        throw new UncheckedIOException("the helper process has ended", e);
      }
    }
  }

  private void read(String user) {
    String reason = "the helper process of " + user + " has ended";
    try (var out = process.getInputStream()) {
      AttendReply part = AttendReply.parseDelimitedFrom(out);
      while (part != null) {
        pending.handleReply(part);
        part = AttendReply.parseDelimitedFrom(out);
      }
    } catch (IOException e) {
      reason += ": " + e.getMessage();
    } finally {
      pending.end(reason);
      process.destroy();
    }
  }

  @Override
  public boolean isOpen() {
    return process.isAlive();
  }

  /** Makes the helper remove its sensors and end. */
  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      // The helper has ended already.
    }
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
