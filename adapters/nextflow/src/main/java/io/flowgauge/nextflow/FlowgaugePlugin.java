package io.flowgauge.nextflow;

import nextflow.plugin.BasePlugin;
import org.pf4j.PluginWrapper;

/**
 * The plug-in as Nextflow starts it; {@link RunObserverFactory} and {@link RunObserverFactoryV2} do
 * its work.
 */
public final class FlowgaugePlugin extends BasePlugin {

  /**
   * Creates the plug-in; called by Nextflow.
   *
   * @param wrapper Nextflow's description of the plug-in
   */
  public FlowgaugePlugin(PluginWrapper wrapper) {
    super(wrapper);
  }
}
