package io.flowgauge.sites;

import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.irl.IrlRequest;
import io.flowgauge.instrumentation.irl.OutputPart;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A program that was started at another place, held before its main function until {@link
 * InstrumentedProcess#resume}: see {@link Sites#launch}. Its input is empty. Its output is kept
 * there until the program has ended and is released. If the place cannot be reached, calls are
 * retried for the time of the lease.
 *
 * <p>If it is closed, or the lease of the last request ends, before it was resumed, the program is
 * ended; if this happens later, the program continues without sensors. Thread-safe, except for the
 * streams that output is copied to.
 */
public final class RemoteProgram implements AutoCloseable {
  private final RemoteProcess process;
  private final Map<OutputPart.Stream, Long> copied = new EnumMap<>(OutputPart.Stream.class);

  RemoteProgram(RemoteProcess process) {
    this.process = process;
  }

  /**
   * Returns the program's process.
   *
   * @return the process, closed by {@link #close}
   */
  public InstrumentedProcess process() {
    return process;
  }

  /**
   * Copies what the program has written since the last call. What it writes in the meantime is left
   * to the next call, so that each call ends however fast the program writes.
   *
   * @param output receives what it wrote to its standard output; stays open
   * @param errors receives what it wrote to its standard error; stays open
   * @throws InstrumentationException if the place cannot be reached, or the lease is over
   * @throws IOException if the output cannot be copied; then it is lost
   */
  public synchronized void copyOutput(OutputStream output, OutputStream errors) throws IOException {
    Map<OutputPart.Stream, Long> written = new EnumMap<>(OutputPart.Stream.class);
    boolean isMore = true;
    while (isMore) {
      isMore = false;
      for (OutputPart part : process.output(next())) {
        copied.put(part.stream(), part.end());
        (part.stream() == OutputPart.Stream.OUTPUT ? output : errors).write(part.bytes());
        long goal = written.computeIfAbsent(part.stream(), stream -> part.written());
        isMore |= part.end() > part.from() && part.end() < goal;
      }
    }
    output.flush();
    errors.flush();
  }

  private List<IrlRequest> next() {
    return Arrays.stream(OutputPart.Stream.values())
        .<IrlRequest>map(
            stream -> new IrlRequest.GetOutput(stream, copied.getOrDefault(stream, 0L)))
        .toList();
  }

  /**
   * Asks the program to end, with the signal SIGTERM.
   *
   * @return its status at that time, or why it could not be asked
   */
  public Outcome<ProcessStatus> terminate() {
    return process.ask(
        new IrlRequest.Terminate(), answer -> ((RequestAnswer.Terminated) answer).status());
  }

  @Override
  public void close() {
    process.close();
  }

  @Override
  public String toString() {
    return "RemoteProgram[" + process.process().pid() + " " + process.process().name() + "]";
  }
}
