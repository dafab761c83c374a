package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.Change;
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
    /** Change something in the process. */
    CHANGE,
    /** Undo a change. */
    UNDO,
    /** Get the changes that have not been undone. */
    GETCHANGES,
    /** Get how its threads run and wait. */
    GETLOAD,
    /** Let a program that was started run. */
    RESUME,
    /** Get part of the output of a program that was started. */
    GETOUTPUT,
    /** Ask a program that was started to end. */
    TERMINATE,
    /** Take all sensors out and detach from the process. */
    DETACH
  }

  /**
   * The kind of request.
   *
   * @return the kind
   */
  Kind kind();

  /** Attach to the process; has no effect if it is already attached. */
  record Attach() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.ATTACH;
    }
  }

  /**
   * Get the structure of the process (SIR).
   *
   * @param filter which parts are wanted
   */
  record GetSir(StructureFilter filter) implements IrlRequest {
    /**
     * Checks the filter.
     *
     * @param filter which parts are wanted
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

  /**
   * Change something in the process, until the change is undone or the process is detached.
   *
   * @param change the change
   */
  record MakeChange(Change change) implements IrlRequest {
    /**
     * Checks the change.
     *
     * @param change the change
     */
    public MakeChange {
      Objects.requireNonNull(change, "change");
    }

    @Override
    public Kind kind() {
      return Kind.CHANGE;
    }
  }

  /**
   * Undo a change. If a target was changed several times, the last change must be undone first.
   *
   * @param id the id in {@link MadeChange}
   */
  record UndoChange(String id) implements IrlRequest {
    /**
     * Checks the id.
     *
     * @param id id of the change
     * @throws IllegalArgumentException if it is empty
     */
    public UndoChange {
      if (id.isEmpty()) {
        throw new IllegalArgumentException("the id of a change is empty");
      }
    }

    @Override
    public Kind kind() {
      return Kind.UNDO;
    }
  }

  /** Get the changes that were not undone. */
  record GetChanges() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.GETCHANGES;
    }
  }

  /** Get how its threads ran and waited for processors since the first such request. */
  record GetLoad() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.GETLOAD;
    }
  }

  /**
   * Let a program that {@link ProcessSelector.Launch} started run; has no effect if it already
   * runs.
   */
  record Resume() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.RESUME;
    }
  }

  /**
   * Get part of the output of a program that {@link ProcessSelector.Launch} started.
   *
   * @param stream which stream
   * @param from number of bytes of the stream before that part, 0 or more
   */
  record GetOutput(OutputPart.Stream stream, long from) implements IrlRequest {
    /**
     * Checks the parts.
     *
     * @param stream which stream
     * @param from bytes before that part
     * @throws IllegalArgumentException if {@code from} is below 0
     */
    public GetOutput {
      Objects.requireNonNull(stream, "stream");
      if (from < 0) {
        throw new IllegalArgumentException("from must be 0 or more, but is " + from);
      }
    }

    @Override
    public Kind kind() {
      return Kind.GETOUTPUT;
    }
  }

  /** Send SIGTERM to a program that {@link ProcessSelector.Launch} started. */
  record Terminate() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.TERMINATE;
    }
  }

  /** Take all sensors out, undo all changes and detach from the process. */
  record Detach() implements IrlRequest {
    @Override
    public Kind kind() {
      return Kind.DETACH;
    }
  }
}
