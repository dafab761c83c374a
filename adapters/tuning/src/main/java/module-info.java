/** Changes running programs according to what is measured in them. */
module io.flowgauge.tuning {
  requires transitive io.flowgauge.resources;

  exports io.flowgauge.tuning;

  uses io.flowgauge.tuning.Tunlet;

  provides io.flowgauge.tuning.Tunlet with
      io.flowgauge.tuning.tunlets.BlockedPool,
      io.flowgauge.tuning.tunlets.CrowdedThreads,
      io.flowgauge.tuning.tunlets.SpinningRanks,
      io.flowgauge.tuning.tunlets.TransferBuffers.Receiving,
      io.flowgauge.tuning.tunlets.TransferBuffers.Sending;
}
