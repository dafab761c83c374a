package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import io.flowgauge.instrumentation.jvm.sensor.SharedMemory;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.instrument.Instrumentation;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The session of one provider: its thread answers requests until the provider closes or is gone,
 * and then undoes all changes and removes all sensors.
 */
final class ProviderSession implements Runnable {
  /** Pause before another attempt to end the session. */
  private static final long REST_MILLIS = 100;

  private final Instrumentation instrumentation;
  private final Link link;
  private final SharedMemory memory;
  private final DataOutputStream names;
  private final Registry registry;
  private final SensorTransformer transformer;
  private final SensorInstaller installer;
  private final ClassChanger classes;
  private final Changes changes;
  private final Loaded loaded;
  private final CountDownLatch resumed = new CountDownLatch(1);
  private final double costNanos;
  private Positions positions;
  private boolean cpuClock;
  private boolean released;

  private ProviderSession(
      Instrumentation instrumentation,
      Link link,
      SharedMemory memory,
      DataOutputStream names,
      int number,
      double costNanos) {
    this.instrumentation = instrumentation;
    this.link = link;
    this.memory = memory;
    this.names = names;
    this.costNanos = costNanos;
    this.registry = new Registry(names);
    Eligibility eligibility = new Eligibility(instrumentation);
    this.transformer = new SensorTransformer(registry, eligibility, memory, number, costNanos);
    this.loaded = new Loaded(instrumentation);
    this.classes = new ClassChanger(loaded, transformer);
    this.installer =
        new SensorInstaller(loaded, registry, eligibility, transformer, memory, classes);
    this.changes = new Changes(instrumentation, loaded, registry, eligibility, classes);
  }

  /** Opens a session with the files that the provider has put into its folder. */
  static ProviderSession open(
      Path folder, Instrumentation instrumentation, Link link, int number, double costNanos)
      throws IOException {
    RandomAccessFile file =
        new RandomAccessFile(folder.resolve(AgentProtocol.MEMORY).toFile(), "rw");
    MappedByteBuffer mapped = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, Layout.SIZE);
    SharedMemory memory = new SharedMemory(mapped, file, number);
    DataOutputStream names =
        new DataOutputStream(
            new BufferedOutputStream(
                Files.newOutputStream(
                    folder.resolve(AgentProtocol.REGIONS), StandardOpenOption.APPEND)));
    return new ProviderSession(instrumentation, link, memory, names, number, costNanos);
  }

  void start(boolean beforeMain) {
    if (beforeMain) {
      loaded.beforeMain(true);
    } else {
      resumed.countDown();
    }
    Sensors.open(memory);
    instrumentation.addTransformer(transformer, true);
    Thread thread = new Thread(null, this, "flowgauge-agent", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  void awaitResume() throws InterruptedException {
    resumed.await();
  }

  @Override
  public void run() {
    Sensors.mute();
    try {
      boolean more = true;
      while (more) {
        more = answer(link.receive());
      }
    } catch (Throwable e) {
      // The provider is gone, or cannot be informed; the program must not be disturbed.
    } finally {
      end();
    }
  }

  private boolean answer(byte[] request) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(request));
    int kind = in.readUnsignedByte();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      out.writeBoolean(true);
      answer(kind, in, out);
    } catch (ChangeRefused e) {
      bytes.reset();
      writeRefusal(out, e.refusal());
    } catch (Throwable e) {
      bytes.reset();
      writeRefusal(out, new Refusal(RefusalCode.HELPER, e.toString()));
    }
    link.send(bytes.toByteArray());
    return kind != AgentProtocol.CLOSE;
  }

  private static void writeRefusal(DataOutputStream out, Refusal refusal) throws IOException {
    out.writeBoolean(false);
    out.writeUTF(refusal.code().name());
    out.writeUTF(refusal.message());
  }

  private void answer(int kind, DataInputStream in, DataOutputStream out)
      throws IOException, ChangeRefused {
    switch (kind) {
      case AgentProtocol.STRUCTURE -> structure(in, out);
      case AgentProtocol.CHECK -> results(installer.check(readStanding(in)), out);
      case AgentProtocol.INSTRUMENT ->
          results(installer.instrument(loadClockFor(readStanding(in))), out);
      case AgentProtocol.DEINSTRUMENT ->
          results(installer.deinstrument(Wire.readPatterns(in)), out);
      case AgentProtocol.OVER_LIMIT ->
          registry.region(in.readInt()).ifPresent(installer::removeOverLimit);
      case AgentProtocol.RESUME -> resume();
      case AgentProtocol.CHANGE -> changes.make(in, out);
      case AgentProtocol.UNDO -> changes.undo(in, out);
      case AgentProtocol.CALLS -> changes.calls(in, out);
      case AgentProtocol.POSITIONS -> positions().write(out);
      case AgentProtocol.CLOSE -> close();
      default -> throw new IllegalArgumentException("no such request: " + kind);
    }
  }

  private Positions positions() {
    if (positions == null) {
      positions = new Positions(new Opening(instrumentation));
    }
    return positions;
  }

  private void close() {
    undoAll();
    release();
  }

  private void undoAll() {
    try {
      changes.undoAll();
    } finally {
      installer.deinstrument(List.of(RegionPattern.ALL));
    }
  }

  private void resume() {
    loaded.beforeMain(false);
    resumed.countDown();
  }

  private static StandingRequest readStanding(DataInputStream in) throws IOException {
    List<RegionPattern> include = Wire.readPatterns(in);
    List<RegionPattern> exclude = Wire.readPatterns(in);
    return new StandingRequest(include, exclude, in.readInt(), in.readDouble());
  }

  /** Loads the clock of processor time before the first sensor needs it. */
  private StandingRequest loadClockFor(StandingRequest request) throws ChangeRefused {
    if ((request.metrics() & Layout.CPU_ADAPTIVE) != 0 && !cpuClock) {
      try {
        ThreadCpu clock = new ThreadCpu();
        clock.nanos();
        Sensors.cpuClock(clock);
        cpuClock = true;
      } catch (NoClassDefFoundError e) {
        throw new ChangeRefused(
            RefusalCode.UNSUPPORTED,
            "cputime needs the module java.management, which this virtual machine does not have;"
                + " start the program with --add-modules java.management (an image made by jlink"
                + " must contain it), or request only calls and wtime");
      }
    }
    return request;
  }

  private void structure(DataInputStream in, DataOutputStream out) throws IOException {
    List<RegionPattern> include = Wire.readPatterns(in);
    List<RegionPattern> exclude = Wire.readPatterns(in);
    StandingRequest filter = new StandingRequest(include, exclude, 0, 0);
    boolean sources = in.readBoolean();
    for (Class<?> type : loaded.classes(filter)) {
      if (filter.mayMatch(type.getName())) {
        unit(type, filter, sources, out);
      }
    }
    out.writeBoolean(false);
  }

  private static void unit(
      Class<?> type, StandingRequest filter, boolean sources, DataOutputStream out)
      throws IOException {
    List<CodeRegion> regions =
        Outline.of(type, sources).stream()
            .map(MethodOutline::region)
            .filter(filter::matches)
            .toList();
    if (regions.isEmpty()) {
      return;
    }
    out.writeBoolean(true);
    out.writeUTF(type.getName());
    out.writeUTF(Outline.path(type));
    out.writeInt(regions.size());
    for (CodeRegion region : regions) {
      Wire.writeRegion(out, region);
    }
  }

  private void results(List<SensorInstaller.Result> results, DataOutputStream out)
      throws IOException {
    out.writeDouble(costNanos);
    out.writeLong(classes.stoppedNanos());
    out.writeInt(results.size());
    for (SensorInstaller.Result result : results) {
      out.writeUTF(result.code().unit());
      Wire.writeRegion(out, result.code());
      Optional<Refusal> refusal = result.refusal();
      out.writeUTF(refusal.map(each -> each.code().name()).orElse(""));
      out.writeUTF(refusal.map(Refusal::message).orElse(""));
    }
  }

  /** Removes the transformer and closes the recording; done at most once. */
  void release() {
    if (!released) {
      instrumentation.removeTransformer(transformer);
      Sensors.close();
      try {
        names.close();
      } catch (IOException e) {
        // Each region was flushed when it was entered.
      }
      released = true;
    }
    Agent.ended(this);
  }

  /**
   * Ends the session as soon as there is enough memory; until then, there could be no other
   * session.
   */
  private void end() {
    while (!isEnded()) {
      try {
        Thread.sleep(REST_MILLIS);
      } catch (InterruptedException e) {
        // The session must end, so it is tried again.
      }
    }
  }

  private boolean isEnded() {
    try {
      if (!released) {
        undoAll();
      }
    } catch (OutOfMemoryError e) {
      return false;
    } catch (RuntimeException | LinkageError e) {
      // What could not be undone has no effect once the session is released.
    }
    try {
      release();
      resumed.countDown();
      link.close();
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }
}
