package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.Structure;
import java.util.List;
import java.util.Objects;

/** The outcome of one request in one process. Immutable and thread-safe. */
public sealed interface RequestAnswer {
  /**
   * Returns the kind of request it answers.
   *
   * @return the kind
   */
  IrlRequest.Kind request();

  /**
   * The provider is attached to the process.
   *
   * @param status its status
   */
  record Attached(ProcessStatus status) implements RequestAnswer {
    /**
     * Checks the status.
     *
     * @param status its status
     */
    public Attached {
      Objects.requireNonNull(status, "status");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.ATTACH;
    }
  }

  /**
   * Its structure.
   *
   * @param structure the structure
   */
  record Sir(Structure structure) implements RequestAnswer {
    /**
     * Checks the structure.
     *
     * @param structure the structure
     */
    public Sir {
      Objects.requireNonNull(structure, "structure");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.GETSIR;
    }
  }

  /**
   * Sensors were put in.
   *
   * @param report the outcome for each region
   */
  record Instrumented(SensorReport report) implements RequestAnswer {
    /**
     * Checks the report.
     *
     * @param report the outcome for each region
     */
    public Instrumented {
      Objects.requireNonNull(report, "report");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.INSTRUMENT;
    }
  }

  /**
   * Sensors were taken out.
   *
   * @param report the outcome for each region
   */
  record Deinstrumented(SensorReport report) implements RequestAnswer {
    /**
     * Checks the report.
     *
     * @param report the outcome for each region
     */
    public Deinstrumented {
      Objects.requireNonNull(report, "report");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.DEINSTRUMENT;
    }
  }

  /**
   * The measurements.
   *
   * @param profile the profile
   */
  record Profiled(Profile profile) implements RequestAnswer {
    /**
     * Checks the profile.
     *
     * @param profile the profile
     */
    public Profiled {
      Objects.requireNonNull(profile, "profile");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.GETPROFILE;
    }
  }

  /**
   * Something was changed.
   *
   * @param made the change
   */
  record Changed(MadeChange made) implements RequestAnswer {
    /**
     * Checks the change.
     *
     * @param made the change
     */
    public Changed {
      Objects.requireNonNull(made, "made");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.CHANGE;
    }
  }

  /**
   * A change was undone.
   *
   * @param made the change
   */
  record Undone(MadeChange made) implements RequestAnswer {
    /**
     * Checks the change.
     *
     * @param made the change
     */
    public Undone {
      Objects.requireNonNull(made, "made");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.UNDO;
    }
  }

  /**
   * The changes that have not been undone.
   *
   * @param made the changes, in their order
   */
  record Changes(List<MadeChange> made) implements RequestAnswer {
    /**
     * Copies the changes.
     *
     * @param made the changes, in their order
     */
    public Changes {
      made = List.copyOf(made);
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.GETCHANGES;
    }
  }

  /**
   * How its threads ran and waited.
   *
   * @param load the load
   */
  record Loaded(ProcessLoad load) implements RequestAnswer {
    /**
     * Checks the load.
     *
     * @param load the load
     */
    public Loaded {
      Objects.requireNonNull(load, "load");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.GETLOAD;
    }
  }

  /**
   * The program runs, or has ended in the meantime.
   *
   * @param status its status
   */
  record Resumed(ProcessStatus status) implements RequestAnswer {
    /**
     * Checks the status.
     *
     * @param status its status
     */
    public Resumed {
      Objects.requireNonNull(status, "status");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.RESUME;
    }
  }

  /**
   * What the program has written.
   *
   * @param part the requested part; empty at the end of the output so far
   */
  record Output(OutputPart part) implements RequestAnswer {
    /**
     * Checks the part.
     *
     * @param part the part
     */
    public Output {
      Objects.requireNonNull(part, "part");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.GETOUTPUT;
    }
  }

  /**
   * The program was asked to end, or had already ended.
   *
   * @param status its status at that time
   */
  record Terminated(ProcessStatus status) implements RequestAnswer {
    /**
     * Checks the status.
     *
     * @param status its status
     */
    public Terminated {
      Objects.requireNonNull(status, "status");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.TERMINATE;
    }
  }

  /**
   * The provider detached from the process.
   *
   * @param status its status
   */
  record Detached(ProcessStatus status) implements RequestAnswer {
    /**
     * Checks the status.
     *
     * @param status its status
     */
    public Detached {
      Objects.requireNonNull(status, "status");
    }

    @Override
    public IrlRequest.Kind request() {
      return IrlRequest.Kind.DETACH;
    }
  }

  /**
   * The request was refused.
   *
   * @param request which kind of request
   * @param refusal why
   */
  record Refused(IrlRequest.Kind request, Refusal refusal) implements RequestAnswer {
    /**
     * Checks the parts.
     *
     * @param request which kind of request
     * @param refusal why
     */
    public Refused {
      Objects.requireNonNull(request, "request");
      Objects.requireNonNull(refusal, "refusal");
    }
  }
}
