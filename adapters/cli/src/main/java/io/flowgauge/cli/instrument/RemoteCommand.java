package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Session;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.irl.ProcessSelector;
import io.flowgauge.sites.RemoteProgram;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A command at another place, whose output is fetched and shown here. */
final class RemoteCommand implements StartedCommand, AutoCloseable {
  private static final long PERIOD_MILLIS = 200;

  private final RemoteProgram program;
  private final Session session;
  private final Thread copier = new Thread(this::copyOn, "flowgauge-output");
  private final CountDownLatch closed = new CountDownLatch(1);

  private RemoteCommand(RemoteProgram program, Session session) {
    this.program = program;
    this.session = session;
  }

  /** Starts a program, and starts showing its output. */
  static Outcome<RemoteCommand> start(
      Sites sites, ProcessSelector.Launch program, Session session) {
    try {
      RemoteCommand command = new RemoteCommand(sites.launch(program), session);
      command.copier.setDaemon(true);
      command.copier.start();
      return Outcome.done(command);
    } catch (InstrumentationException e) {
      return new Outcome.Refused<>(e.refusal());
    }
  }

  private void copyOn() {
    try {
      while (!closed.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        copy();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fetches new output; if that is refused, it is fetched later. */
  private Optional<Refusal> copy() {
    try {
      program.copyOutput(session.out(), session.err());
      return Optional.empty();
    } catch (InstrumentationException e) {
      return Optional.of(e.refusal());
    } catch (IOException e) {
      throw new IllegalStateException("cannot be: a PrintStream keeps its errors", e);
    }
  }

  @Override
  public String childrenHint() {
    return "";
  }

  @Override
  public InstrumentedProcess process() {
    return program.process();
  }

  @Override
  public void terminate() {
    program.terminate().refusal().map(Failure::text).ifPresent(session::say);
  }

  @Override
  public void awaitOutput() {
    stopCopying();
    copy().map(Failure::text).ifPresent(session::say);
  }

  private void stopCopying() {
    closed.countDown();
    try {
      copier.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stopCopying();
    program.close();
  }
}
