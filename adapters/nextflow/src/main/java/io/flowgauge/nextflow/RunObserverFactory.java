package io.flowgauge.nextflow;

import java.util.Collection;
import java.util.List;
import nextflow.Session;
import nextflow.trace.TraceObserver;
import nextflow.trace.TraceObserverFactory;

/** Creates the observer of a run for Nextflow before 25.04. */
@SuppressWarnings("deprecation") // Deprecated since 25.04, for which there is RunObserverFactoryV2.
public final class RunObserverFactory implements TraceObserverFactory {
  private static final String NEWER = "nextflow.trace.TraceObserverV2";

  /** Creates a factory; called by Nextflow. */
  public RunObserverFactory() {}

  @Override
  public Collection<TraceObserver> create(Session session) {
    if (isNewer()) {
      return List.of();
    }
    ObservedPipeline run = ObservedPipeline.of(session);
    return run.isWanted() ? List.of(new RunObserver(run)) : List.of();
  }

  /** Whether this version of Nextflow supports {@link RunObserverFactoryV2}. */
  private static boolean isNewer() {
    try {
      Class.forName(NEWER, false, RunObserverFactory.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
