package io.flowgauge.nextflow;

import nextflow.plugin.BasePlugin;
import org.pf4j.PluginWrapper;

/** The plug-in as Nextflow starts it; what it does is in {@link RunObserverFactory}. */
public final class FlowgaugePlugin extends BasePlugin {

  /**
   * Made by Nextflow.
   *
   * @param wrapper Nextflow's description of the plug-in
   */
  public FlowgaugePlugin(PluginWrapper wrapper) {
    super(wrapper);
  }
}
