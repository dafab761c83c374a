package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Comparator;
import java.util.List;

/**
 * Reports where threads are. Running threads come first, because there may be too many. Calls no
 * method of a thread that its class may override: that would be the program's code. Immutable and
 * thread-safe.
 */
final class Positions {
  private static final int MOST_THREADS = 256;

  private final MethodHandle state;

  Positions(Opening opening) {
    try {
      opening.open(Thread.class);
      state =
          MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
              .findSpecial(
                  Thread.class,
                  "getState",
                  MethodType.methodType(Thread.State.class),
                  Thread.class);
    } catch (ChangeRefused | ReflectiveOperationException e) {
      throw new IllegalStateException("the virtual machine lacks a method that this needs", e);
    }
  }

  /** A thread, its stack, and whether it ran at that time. */
  private record Position(Thread thread, List<StackTraceElement> stack, boolean runs) {}

  /** Writes the answer to {@link AgentProtocol#POSITIONS}. */
  void write(DataOutputStream out) throws IOException {
    long begin = System.nanoTime();
    var stacks = Thread.getAllStackTraces();
    out.writeLong(System.nanoTime() - begin);
    List<Position> all =
        stacks.entrySet().stream()
            .filter(each -> each.getValue().length > 0 && each.getKey() != Thread.currentThread())
            .map(each -> position(each.getKey(), each.getValue()))
            .sorted(Comparator.comparing(each -> !each.runs()))
            .limit(MOST_THREADS)
            .toList();
    out.writeInt(all.size());
    for (Position each : all) {
      write(each, out);
    }
  }

  /** A thread in a native method counts as not running, because it mostly waits for the system. */
  private Position position(Thread thread, StackTraceElement... stack) {
    boolean runs = !stack[0].isNativeMethod() && stateOf(thread) == Thread.State.RUNNABLE;
    return new Position(thread, List.of(stack), runs);
  }

  private Thread.State stateOf(Thread thread) {
    try {
      return (Thread.State) state.invokeExact(thread);
    } catch (Throwable e) {
      throw new IllegalStateException("the virtual machine lacks a method that this needs", e);
    }
  }

  private static void write(Position position, DataOutputStream out) throws IOException {
    int depth = Math.min(position.stack().size(), AgentProtocol.DEPTH);
    out.writeLong(Sensors.threadId(position.thread()));
    out.writeBoolean(position.runs());
    out.writeInt(depth);
    for (StackTraceElement each : position.stack().subList(0, depth)) {
      out.writeUTF(each.getClassName());
      out.writeUTF(each.getMethodName());
    }
  }
}
