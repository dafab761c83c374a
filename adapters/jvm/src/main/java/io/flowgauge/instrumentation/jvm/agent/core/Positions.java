package io.flowgauge.instrumentation.jvm.agent.core;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Tells where threads are; those that run come first, as there may be too many. Stateless. */
final class Positions {
  private static final int MOST_THREADS = 256;

  private Positions() {}

  /** As {@link AgentProtocol#POSITIONS} says. */
  static void write(DataOutputStream out) throws IOException {
    long begin = System.nanoTime();
    Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
    out.writeLong(System.nanoTime() - begin);
    List<Map.Entry<Thread, StackTraceElement[]>> all =
        stacks.entrySet().stream()
            .filter(each -> each.getValue().length > 0 && each.getKey() != Thread.currentThread())
            .sorted(Comparator.comparing(each -> !runs(each.getKey(), each.getValue())))
            .limit(MOST_THREADS)
            .toList();
    out.writeInt(all.size());
    for (Map.Entry<Thread, StackTraceElement[]> each : all) {
      write(each.getKey(), each.getValue(), out);
    }
  }

  /** One in a native method mostly waits for the system. */
  private static boolean runs(Thread thread, StackTraceElement... stack) {
    return thread.getState() == Thread.State.RUNNABLE && !stack[0].isNativeMethod();
  }

  private static void write(Thread thread, StackTraceElement[] stack, DataOutputStream out)
      throws IOException {
    int depth = Math.min(stack.length, AgentProtocol.DEPTH);
    out.writeLong(thread.getId());
    out.writeBoolean(runs(thread, stack));
    out.writeInt(depth);
    for (int k = 0; k < depth; k++) {
      out.writeUTF(stack[k].getClassName());
      out.writeUTF(stack[k].getMethodName());
    }
  }
}
