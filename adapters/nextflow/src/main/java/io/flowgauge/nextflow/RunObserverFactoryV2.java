package io.flowgauge.nextflow;

import java.util.Collection;
import java.util.List;
import nextflow.Session;
import nextflow.trace.TraceObserverFactoryV2;
import nextflow.trace.TraceObserverV2;

/** Creates the observer of a run for Nextflow 25.04 and later; earlier versions ignore it. */
public final class RunObserverFactoryV2 implements TraceObserverFactoryV2 {

  /** Creates a factory; called by Nextflow. */
  public RunObserverFactoryV2() {}

  @Override
  public Collection<TraceObserverV2> create(Session session) {
    ObservedPipeline run = ObservedPipeline.of(session);
    return run.isWanted() ? List.of(new RunObserverV2(run)) : List.of();
  }
}
