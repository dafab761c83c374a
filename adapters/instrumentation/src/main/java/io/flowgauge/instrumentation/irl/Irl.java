package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A document of requests: which processes, and what to do in each of them, in order. Immutable and
 * thread-safe.
 *
 * @param processes at least one selector
 * @param requests at least one request
 */
public record Irl(List<ProcessSelector> processes, List<IrlRequest> requests) {
  /**
   * Checks and copies the parts.
   *
   * @param processes selectors
   * @param requests requests
   * @throws IllegalArgumentException if there is no selector, or no request
   */
  public Irl {
    processes = List.copyOf(processes);
    requests = List.copyOf(requests);
    if (processes.isEmpty() || requests.isEmpty()) {
      throw new IllegalArgumentException(
          "a document needs a process selector and a request, but has "
              + processes.size()
              + " selectors and "
              + requests.size()
              + " requests");
    }
  }

  /**
   * Starts a document for processes with the given ids.
   *
   * @param pids the process ids
   * @return a builder
   * @throws IllegalArgumentException if one is below 1
   */
  public static Builder on(long... pids) {
    Builder builder = new Builder();
    LongStream.of(pids).mapToObj(ProcessSelector.Pid::new).forEach(builder.processes::add);
    return builder;
  }

  /**
   * Starts a document for processes that match one of the patterns.
   *
   * @param patterns what to match
   * @return a builder
   */
  public static Builder on(ProcessPattern... patterns) {
    Builder builder = new Builder();
    Arrays.stream(patterns).map(ProcessSelector.Matching::new).forEach(builder.processes::add);
    return builder;
  }

  /**
   * Starts a document for a program that is started when the document is performed.
   *
   * @param program what to start
   * @return a builder
   */
  public static Builder on(ProcessSelector.Launch program) {
    Builder builder = new Builder();
    builder.processes.add(program);
    return builder;
  }

  @Override
  public String toString() {
    return "Irl["
        + processes.size()
        + (processes.size() == 1 ? " selector" : " selectors")
        + requests.stream()
            .limit(Builder.SHOWN)
            .map(request -> ", " + request.kind().name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining())
        + (requests.size() > Builder.SHOWN ? ", …]" : "]");
  }

  /** Collects requests in their order. Not thread-safe. */
  public static final class Builder {
    private static final int SHOWN = 10;

    private final List<ProcessSelector> processes = new ArrayList<>();
    private final List<IrlRequest> requests = new ArrayList<>();

    private Builder() {}

    /**
     * Adds any request.
     *
     * @param request the request
     * @return this
     */
    public Builder request(IrlRequest request) {
      requests.add(request);
      return this;
    }

    /**
     * Adds a request to attach to the processes.
     *
     * @return this
     */
    public Builder attach() {
      return request(new IrlRequest.Attach());
    }

    /**
     * Adds a request for the structure.
     *
     * @param filter the part wanted
     * @return this
     */
    public Builder getSir(StructureFilter filter) {
      return request(new IrlRequest.GetSir(filter));
    }

    /**
     * Adds a request to put sensors in, for calls and wall time.
     *
     * @param regions patterns as in {@link RegionPattern#parse}; one or more
     * @return this
     * @throws IllegalArgumentException if there is none, or one is malformed
     */
    public Builder instrument(String... regions) {
      return instrument(SensorRequest.of(regions));
    }

    /**
     * Adds a request to put sensors in.
     *
     * @param sensors which, and what they measure
     * @return this
     */
    public Builder instrument(SensorRequest sensors) {
      return request(new IrlRequest.Instrument(sensors));
    }

    /**
     * Adds a request to remove sensors.
     *
     * @param regions patterns as in {@link RegionPattern#parse}; one or more
     * @return this
     * @throws IllegalArgumentException if there is none, or one is malformed
     */
    public Builder deinstrument(String... regions) {
      return request(
          new IrlRequest.Deinstrument(Arrays.stream(regions).map(RegionPattern::parse).toList()));
    }

    /**
     * Adds a request for what was measured so far.
     *
     * @return this
     */
    public Builder getProfile() {
      return request(new IrlRequest.GetProfile());
    }

    /**
     * Adds a request to change something in the processes.
     *
     * @param change the change
     * @return this
     */
    public Builder change(Change change) {
      return request(new IrlRequest.MakeChange(change));
    }

    /**
     * Adds a request to let a program that was started run.
     *
     * @return this
     */
    public Builder resume() {
      return request(new IrlRequest.Resume());
    }

    /**
     * Adds a request to detach from the processes.
     *
     * @return this
     */
    public Builder detach() {
      return request(new IrlRequest.Detach());
    }

    /**
     * Returns the document.
     *
     * @return an immutable document
     * @throws IllegalArgumentException if there is no process, or no request
     */
    public Irl build() {
      return new Irl(processes, requests);
    }
  }
}
