package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.Subscription;
import io.flowgauge.instrumentation.log.ProfileLog;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;

/** Writes a profile's updates to an event log, if one is asked for. Not thread-safe. */
final class LoggedProfile implements AutoCloseable {
  /** Regions that are logged together. */
  private static final int FLUSH = 64;

  private final EventLog log;
  private Subscription subscription = () -> {};

  private LoggedProfile(EventLog log) {
    this.log = log;
  }

  /** Opens the log; nothing is logged before {@link #begin}. */
  static LoggedProfile open(ProfileOptions options) throws IOException {
    return new LoggedProfile(options.log().isPresent() ? EventLog.open(options.log().get()) : null);
  }

  /** Logs what a process does from now on. */
  void begin(InstrumentedProcess process, ProfileOptions options) {
    if (log != null) {
      subscription = process.push(new PushOptions(FLUSH, options.interval()), new ProfileLog(log));
    }
  }

  @Override
  public void close() {
    end();
  }

  /** Logs what is left. Further calls do nothing. */
  void end() {
    subscription.close();
    subscription = () -> {};
    if (log != null) {
      log.close();
    }
  }
}
