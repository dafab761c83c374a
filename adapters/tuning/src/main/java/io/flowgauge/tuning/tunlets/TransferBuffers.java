package io.flowgauge.tuning.tunlets;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.Change.Argument;
import io.flowgauge.instrumentation.Change.Condition;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.tuning.Guard;
import io.flowgauge.tuning.Observation;
import io.flowgauge.tuning.Tunlet;
import io.flowgauge.tuning.Watch;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Socket buffers that are smaller than the blocks a program transfers, as in a GridFTP server whose
 * client asks for small ones ([MATE] §3). Each block then takes many sends, each after waiting for
 * room, or many receives, each after waiting for data. Later connections get a buffer of 1 MiB: the
 * value that the program passes to {@code setsockopt} is rewritten. The buffer of an open
 * connection is left alone, because changing it may stop the transfer for good.
 *
 * <p>The model: more than 500 sends (receives) per second, more than half of them after a wait, and
 * more than four of them for each block that the program reads from (writes to) its file.
 */
public abstract class TransferBuffers implements Tunlet {
  private static final int BYTES = 1 << 20;
  private static final int SOL_SOCKET = 1;
  private static final double OFTEN = 500;
  private static final double WAITS = 0.5;
  private static final double PARTS = 4;
  private static final double LEAST_SHARE = 0.5;
  private static final String LIBC = "libc.so*:";

  private final String transfer;
  private final String file;
  private final int option;

  private TransferBuffers(String transfer, String file, int option) {
    this.transfer = transfer;
    this.file = file;
    this.option = option;
  }

  /** Enlarges the buffers of senders. */
  public static final class Sending extends TransferBuffers {
    private static final int SO_SNDBUF = 7;

    /** Creates the tunlet, as {@link java.util.ServiceLoader} does. */
    public Sending() {
      super("send", "read", SO_SNDBUF);
    }
  }

  /** Enlarges the buffers of receivers. */
  public static final class Receiving extends TransferBuffers {
    private static final int SO_RCVBUF = 8;

    /** Creates the tunlet, as {@link java.util.ServiceLoader} does. */
    public Receiving() {
      super("recv", "write", SO_RCVBUF);
    }

    /**
     * Twice the usual time, so that the sender is changed first if it is watched, too: if a packet
     * is larger than the small buffer of a sender, a peer with a large buffer keeps the sender
     * waiting for each acknowledgement.
     */
    @Override
    public Duration observed() {
      return super.observed().multipliedBy(2);
    }
  }

  @Override
  public final String name() {
    return transfer + "-buffers";
  }

  @Override
  public final String description() {
    return String.format(
        Locale.ROOT,
        "Gives later connections larger buffers if a block takes many calls of %s.",
        transfer);
  }

  @Override
  public final Watch watch() {
    return Watch.of(LIBC + transfer, LIBC + file, LIBC + "select", LIBC + "poll");
  }

  @Override
  public final Optional<Change> decide(Observation seen) {
    double transfers = calls(seen, transfer);
    double waits = calls(seen, "select") + calls(seen, "poll");
    boolean isSmall =
        transfers > OFTEN && waits > WAITS * transfers && transfers > PARTS * calls(seen, file);
    return isSmall
        ? Optional.of(
            new Change.RewriteArgument(
                RegionPattern.parse(LIBC + "setsockopt"),
                Argument.pointedToBy(3, Integer.BYTES),
                BYTES,
                List.of(
                    new Condition(Argument.at(1), SOL_SOCKET),
                    new Condition(Argument.at(2), option))))
        : Optional.empty();
  }

  private static double calls(Observation seen, String function) {
    return seen.calls(RegionPattern.parse(LIBC + function));
  }

  /**
   * Accepts half the rate: the gain is several times, but comes only when both sides have larger
   * buffers.
   */
  @Override
  public final Guard guard() {
    Guard usual = Guard.calls(LIBC + file);
    return new Guard(usual.regions(), LEAST_SHARE, usual.within());
  }
}
