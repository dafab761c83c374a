package io.flowgauge.nextflow;

import java.util.Collection;
import java.util.List;
import nextflow.Session;
import nextflow.trace.TraceObserver;
import nextflow.trace.TraceObserverFactory;

/** Makes the observer of a run for Nextflow before 25.04. */
@SuppressWarnings("deprecation") // From 25.04 on, which has RunObserverFactoryV2.
public final class RunObserverFactory implements TraceObserverFactory {
  private static final String NEWER = "nextflow.trace.TraceObserverV2";

  /** Made by Nextflow. */
  public RunObserverFactory() {}

  @Override
  public Collection<TraceObserver> create(Session session) {
    if (isNewer()) {
      return List.of();
    }
    ObservedPipeline run = ObservedPipeline.of(session);
    return run.isWanted() ? List.of(new RunObserver(run)) : List.of();
  }

  /** Whether there is {@link RunObserverFactoryV2} for this Nextflow. */
  private static boolean isNewer() {
    try {
      Class.forName(NEWER, false, RunObserverFactory.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
