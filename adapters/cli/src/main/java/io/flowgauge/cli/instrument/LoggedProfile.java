package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Session;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.log.ProfileLog;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.resources.ResourceLog;
import io.flowgauge.resources.ResourceMonitor;
import java.io.IOException;
import java.util.Optional;

/**
 * Writes the updates of a profile, and the load of the process and its host, to an event log, if
 * one is requested. Not thread-safe.
 */
final class LoggedProfile implements AutoCloseable {
  /** Number of regions that are logged together. */
  private static final int FLUSH = 64;

  private final CommandLog log;
  private Subscription subscription = () -> {};
  private Optional<ResourceMonitor> monitor = Optional.empty();

  private LoggedProfile(CommandLog log) {
    this.log = log;
  }

  /** Opens the log; nothing is logged before {@link #begin}. */
  static LoggedProfile open(ProfileOptions options, Session session) throws IOException {
    return new LoggedProfile(CommandLog.open(options.log().orElse(null), session));
  }

  /** Starts logging a process. */
  void begin(InstrumentedProcess process, ProfileOptions options) {
    if (log.log().isPresent()) {
      EventLog events = log.log().get();
      subscription =
          process.push(new PushOptions(FLUSH, options.interval()), new ProfileLog(events));
      ResourceMonitor opened = ResourceMonitor.builder().onSample(new ResourceLog(events)).open();
      monitor = Optional.of(opened);
      long pid = process.process().pid();
      opened.watch(pid, process.process().name() + " " + pid);
    }
  }

  @Override
  public void close() {
    end();
  }

  /** Logs the remaining updates. Further calls do nothing. */
  void end() {
    subscription.close();
    subscription = () -> {};
    monitor.ifPresent(ResourceMonitor::close);
    log.close();
  }

  /** Returns the exit status of an otherwise successful command that has ended the log. */
  int status() {
    return log.status();
  }
}
