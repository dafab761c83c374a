package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.StructureFilter;
import java.util.List;
import java.util.Objects;

/** One request to a process. Immutable and thread-safe. */
public sealed interface IrlRequest {
  /** Kinds of requests, by their names in documents. */
  enum Kind {
    /** Attach to the process. */
    ATTACH,
    /** Get its structure. */
    GETSIR,
    /** Put sensors in. */
    INSTRUMENT,
    /** Take sensors out. */
    DEINSTRUMENT,
    /** Get what was measured. */
    GETPROFILE,
    /** Take all sensors out and detach from the process. */
    DETACH
  }

  /**
   * The kind of request.
   *
   * @return the kind
   */
  Kind kind();

  /** Attach to the process; one that has been attached to stays as it is. */
  record Attach() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.ATTACH;
    }
  }

  /**
   * Get the structure of the process (SIR).
   *
   * @param filter what of it is wanted
   */
  record GetSir(StructureFilter filter) implements IrlRequest {
    /**
     * Checks the filter.
     *
     * @param filter what of it is wanted
     */
    public GetSir {
      Objects.requireNonNull(filter, "filter");
    }

    @Override
    public Kind kind() {
      return Kind.GETSIR;
    }
  }

  /**
   * Put sensors in.
   *
   * @param sensors which, and what they measure
   */
  record Instrument(SensorRequest sensors) implements IrlRequest {
    /**
     * Checks the sensors.
     *
     * @param sensors which, and what they measure
     */
    public Instrument {
      Objects.requireNonNull(sensors, "sensors");
    }

    @Override
    public Kind kind() {
      return Kind.INSTRUMENT;
    }
  }

  /**
   * Take sensors out.
   *
   * @param regions patterns of their regions; at least one
   */
  record Deinstrument(List<RegionPattern> regions) implements IrlRequest {
    /**
     * Checks and copies the regions.
     *
     * @param regions patterns of their regions
     * @throws IllegalArgumentException if there is none
     */
    public Deinstrument {
      regions = List.copyOf(regions);
      if (regions.isEmpty()) {
        throw new IllegalArgumentException("a request must name one or more regions");
      }
    }

    @Override
    public Kind kind() {
      return Kind.DEINSTRUMENT;
    }
  }

  /** Get what was measured so far. */
  record GetProfile() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.GETPROFILE;
    }
  }

  /** Take all sensors out and detach from the process. */
  record Detach() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.DETACH;
    }
  }
}
