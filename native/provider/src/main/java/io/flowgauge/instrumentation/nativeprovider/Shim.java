package io.flowgauge.instrumentation.nativeprovider;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.jna.NativeLibrary;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.LaunchStreams;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.RefusalCode;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The calls of {@code flowgauge.h}; the only class that knows how JNA makes them. Thread-safe, as
 * the library is.
 */
final class Shim {
  static final int ABI = 8;

  private static final int CHILDREN = 1;
  private static final int STREAMS = 2;
  private static final int MODULES_AT_ONCE = 256;
  private static final int MOST_MODULES = 16_384;
  private static final int FUNCTIONS_AT_ONCE = 8192;
  private static final int MOST_FUNCTIONS = 4_000_000;
  private static final int NAMES_AT_ONCE = 2 << 20;
  private static final int LONGEST_NAME = 256 << 10;
  private static final int NAME_BYTES = 64;
  private static final int PATH_BYTES = 64;
  private static final int DEPTH = 16;

  /** The charset of file names and arguments. */
  private static final Charset SYSTEM =
      Charset.forName(System.getProperty("sun.jnu.encoding", UTF_8.name()));

  private static final class Loaded {
    static final Outcome<Shim> SHIM = LibraryFile.load().then(Shim::of);
  }

  private final NativeLibrary library;
  private final ChangeCalls changes = new ChangeCalls(this);

  private Shim(NativeLibrary library) {
    this.library = library;
  }

  /** Returns the library of this virtual machine, or why there is none. */
  static Outcome<Shim> shared() {
    return Loaded.SHIM;
  }

  /** Returns the calls of a library, if it has the expected version of the interface. */
  static Outcome<Shim> of(NativeLibrary library) {
    Shim shim = new Shim(library);
    int abi = shim.number("fg_abi");
    return abi == ABI
        ? Outcome.done(shim)
        : Outcome.refused(
            RefusalCode.UNSUPPORTED,
            "the native library "
                + library.getFile()
                + " has version "
                + abi
                + " of the interface, but this jar expects "
                + ABI
                + "; use the library and the jar of the same release");
  }

  private int number(String call, Object... arguments) {
    return library.getFunction(call).invokeInt(arguments);
  }

  /** Makes a call whose last parameter receives the error. */
  <T> Outcome<T> call(Supplier<T> result, String name, Object... arguments) {
    ByteBuffer error = Structs.allocate(Structs.ERROR);
    List<Object> all = new ArrayList<>(List.of(arguments));
    all.add(error);
    int code = number(name, all.toArray());
    return code == Codes.OK
        ? Outcome.done(result.get())
        : Outcome.refused(Codes.refusal(code), Structs.text(error, 8, 248));
  }

  /** Makes a call without a result. */
  Outcome<Boolean> callWithoutResult(String name, Object... arguments) {
    return call(() -> true, name, arguments);
  }

  int[] sizes() {
    int[] sizes = new int[64];
    int count = number("fg_sizes", sizes, sizes.length);
    return Arrays.copyOf(sizes, count);
  }

  long ticks() {
    return library.getFunction("fg_ticks").invokeLong(new Object[0]);
  }

  Outcome<HostInfo> host() {
    ByteBuffer host = Structs.allocate(Structs.HOST);
    return call(() -> HostInfo.from(host), "fg_host_info", host);
  }

  Outcome<Long> open(int pid) {
    ByteBuffer handle = Structs.allocate(Long.BYTES);
    return call(() -> handle.getLong(0), "fg_open", pid, handle);
  }

  /** The handle and the pid of a launched process. */
  record Launched(long handle, int pid) {}

  Outcome<Launched> launch(LaunchRequest request) {
    ByteBuffer handle = Structs.allocate(Long.BYTES);
    ByteBuffer pid = Structs.allocate(Integer.BYTES);
    List<String> variables =
        request.environment().entrySet().stream().map(Shim::variable).sorted().toList();
    return call(
        () -> new Launched(handle.getLong(0), pid.getInt(0)),
        "fg_launch",
        strings(request.command()),
        request.command().size(),
        strings(variables),
        variables.size(),
        strings(List.of(request.directory().map(Path::toString).orElse(""))),
        strings(request.streams().map(Shim::paths).orElse(List.of())),
        (request.programs().isPresent() ? CHILDREN : 0)
            | (request.streams().isPresent() ? STREAMS : 0),
        handle,
        pid);
  }

  /**
   * Waits for the next program that a command starts; returns 0 if there is none in time, and is
   * refused if there will be none.
   */
  Outcome<Integer> nextProgram(long command, int millis) {
    ByteBuffer pid = Structs.allocate(Integer.BYTES);
    return call(() -> pid.getInt(0), "fg_next_program", command, millis, pid);
  }

  Outcome<Long> openProgram(long command, int pid) {
    ByteBuffer handle = Structs.allocate(Long.BYTES);
    return call(() -> handle.getLong(0), "fg_open_program", command, pid, handle);
  }

  private static List<String> paths(LaunchStreams streams) {
    return Stream.of(streams.input(), streams.output(), streams.errors())
        .map(path -> path.toAbsolutePath().toString())
        .toList();
  }

  private static String variable(Map.Entry<String, String> entry) {
    return entry.getKey() + "=" + entry.getValue();
  }

  static ByteBuffer strings(List<String> texts) {
    byte[] bytes = (String.join("\0", texts) + "\0").getBytes(SYSTEM);
    return Structs.allocate(bytes.length).put(bytes).rewind();
  }

  Outcome<Boolean> resume(long handle) {
    return callWithoutResult("fg_resume", handle);
  }

  Outcome<List<ModuleInfo>> modules(long handle) {
    Outcome<List<ModuleInfo>> all = modules(handle, MODULES_AT_ONCE);
    boolean isWhole = all.value().map(modules -> modules.size() < MODULES_AT_ONCE).orElse(true);
    return isWhole ? all : modules(handle, MOST_MODULES);
  }

  private Outcome<List<ModuleInfo>> modules(long handle, int most) {
    ByteBuffer modules = Structs.allocate(most * Structs.MODULE);
    ByteBuffer count = Structs.allocate(Integer.BYTES);
    return call(
        () -> {
          List<ModuleInfo> all = new ArrayList<>();
          for (int k = 0; k < Math.min(count.getInt(0), most); k++) {
            all.add(ModuleInfo.from(modules, k));
          }
          return all;
        },
        "fg_modules",
        handle,
        modules,
        most,
        count);
  }

  /**
   * Returns all functions of a module, in several calls if there are many. The buffers are no
   * larger than needed, because zeroing them takes time, too.
   */
  Outcome<List<FunctionInfo>> functions(long handle, ModuleInfo module) {
    int most = Math.min(module.functions(), FUNCTIONS_AT_ONCE - 1) + 1;
    ByteBuffer functions = Structs.allocate(most * Structs.FUNCTION);
    ByteBuffer names = Structs.allocate(Math.min(NAMES_AT_ONCE, LONGEST_NAME + most * NAME_BYTES));
    List<FunctionInfo> all = new ArrayList<>();
    while (true) {
      Outcome<Integer> stored = functions(handle, module.id(), all.size(), functions, names);
      if (stored instanceof Outcome.Refused<Integer> refused) {
        return new Outcome.Refused<>(refused.reason());
      }
      int count = stored.orThrow();
      if (count <= 0 && names.capacity() < NAMES_AT_ONCE && all.size() < module.functions()) {
        names = Structs.allocate(NAMES_AT_ONCE);
        continue;
      }
      if (count <= 0 || all.size() > MOST_FUNCTIONS) {
        return Outcome.done(all);
      }
      for (int k = 0; k < count; k++) {
        all.add(FunctionInfo.from(functions, names, k));
      }
      if (all.size() == module.functions()) {
        return Outcome.done(all);
      }
    }
  }

  private Outcome<Integer> functions(
      long handle, int module, int from, ByteBuffer functions, ByteBuffer names) {
    ByteBuffer count = Structs.allocate(Integer.BYTES);
    return call(
        () -> Math.min(count.getInt(0), functions.capacity() / Structs.FUNCTION),
        "fg_functions",
        handle,
        module,
        from,
        functions,
        functions.capacity() / Structs.FUNCTION,
        names,
        names.capacity(),
        count);
  }

  Outcome<Verdicts> check(long handle, List<Probe> probes) {
    ByteBuffer verdicts = Structs.allocate(Math.max(probes.size(), 1) * Structs.VERDICT);
    return call(
        () -> Verdicts.from(verdicts, probes.size(), Structs.allocate(Structs.STATS)),
        "fg_check",
        handle,
        Probe.encodeAll(probes),
        probes.size(),
        verdicts);
  }

  Outcome<Verdicts> insert(long handle, List<Probe> probes) {
    return change("fg_insert", handle, Probe.encodeAll(probes), probes.size());
  }

  Outcome<Verdicts> remove(long handle, List<Integer> regions) {
    ByteBuffer numbers = Structs.allocate(Math.max(regions.size(), 1) * Integer.BYTES);
    regions.forEach(numbers::putInt);
    return change("fg_remove", handle, numbers.rewind(), regions.size());
  }

  private Outcome<Verdicts> change(String name, long handle, ByteBuffer items, int count) {
    ByteBuffer verdicts = Structs.allocate(Math.max(count, 1) * Structs.VERDICT);
    ByteBuffer stats = Structs.allocate(Structs.STATS);
    return call(
        () -> Verdicts.from(verdicts, count, stats), name, handle, items, count, verdicts, stats);
  }

  /** The calls that change a process. */
  ChangeCalls changes() {
    return changes;
  }

  /**
   * The position of a thread.
   *
   * @param addresses the current instruction, then possible return addresses, the innermost first
   */
  record Position(int thread, boolean runs, Duration stopped, List<Long> addresses) {}

  /** Returns the positions of up to the given number of threads. */
  Outcome<List<Position>> threadPositions(long handle, int most) {
    ByteBuffer all = Structs.allocate(most * Structs.POSITION);
    ByteBuffer count = Structs.allocate(Integer.BYTES);
    return call(() -> positions(all, count.getInt(0)), "fg_where", handle, all, most, count);
  }

  private static List<Position> positions(ByteBuffer all, int count) {
    List<Position> positions = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int thread = all.getInt();
      int depth = all.getInt();
      boolean runs = all.getInt() != 0;
      Duration stopped = Duration.ofNanos(1000L * all.getInt());
      List<Long> addresses = new ArrayList<>();
      for (int j = 0; j < DEPTH; j++) {
        long address = all.getLong();
        if (j < depth) {
          addresses.add(address);
        }
      }
      positions.add(new Position(thread, runs, stopped, addresses));
    }
    return positions;
  }

  /** The path and the size of shared memory. */
  record Mapped(Path path, long size) {}

  Outcome<Mapped> map(long handle) {
    ByteBuffer size = Structs.allocate(Long.BYTES);
    ByteBuffer path = Structs.allocate(PATH_BYTES);
    return call(
        () -> new Mapped(Path.of(Structs.text(path, 0, PATH_BYTES)), size.getLong(0)),
        "fg_map",
        handle,
        size,
        path,
        PATH_BYTES);
  }

  Outcome<Boolean> sync(long handle) {
    return callWithoutResult("fg_sync", handle);
  }

  /** Waits until the given number of records was updated; returns how many were. */
  Outcome<Integer> await(long handle, int records, int millis) {
    ByteBuffer dirty = Structs.allocate(Integer.BYTES);
    return call(() -> dirty.getInt(0), "fg_wait", handle, records, millis, dirty);
  }

  Outcome<ProcessStatus> status(long handle) {
    ByteBuffer state = Structs.allocate(Structs.STATE);
    return call(() -> StateInfo.from(state), "fg_status", handle, state);
  }

  /** Releases the process; returns that it was detached, or how it ended before. */
  Outcome<ProcessStatus> close(long handle) {
    ByteBuffer state = Structs.allocate(Structs.STATE);
    return call(
        () -> StateInfo.from(state), "fg_close", handle, state, Structs.allocate(Structs.STATS));
  }

  Outcome<Long> watch() {
    ByteBuffer watch = Structs.allocate(Long.BYTES);
    return call(() -> watch.getLong(0), "fg_watch_open", watch);
  }

  /** Returns the pids of processes that started, at most the given number at once. */
  Outcome<List<Long>> awaitStarted(long watch, int most, int millis) {
    ByteBuffer started = Structs.allocate(Math.max(most, 1) * Structs.STARTED);
    ByteBuffer count = Structs.allocate(Integer.BYTES);
    return call(
        () -> {
          List<Long> pids = new ArrayList<>();
          for (int k = 0; k < Math.min(count.getInt(0), most); k++) {
            pids.add(started.getLong(k * Structs.STARTED));
          }
          return pids;
        },
        "fg_watch_next",
        watch,
        started,
        most,
        millis,
        count);
  }

  Outcome<Boolean> unwatch(long watch) {
    return callWithoutResult("fg_watch_close", watch);
  }
}
