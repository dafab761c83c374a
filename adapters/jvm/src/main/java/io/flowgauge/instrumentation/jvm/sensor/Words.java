package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * Reads and writes memory by address, without checks: a checked access costs a call with a sensor
 * as much as everything else it does. Code that has an address keeps the buffer it belongs to from
 * being collected, and stays within it. The virtual machine's own class for this cannot be named at
 * compile time, but is visible to this class at run time. Thread-safe.
 */
final class Words {
  private static final String UNSAFE = "jdk.internal.misc.Unsafe";

  private static final MethodHandle GET_INT;
  private static final MethodHandle PUT_INT;
  private static final MethodHandle GET_LONG;
  private static final MethodHandle PUT_LONG;
  private static final MethodHandle PUT_BYTE;
  private static final MethodHandle ADD_INT;
  private static final MethodHandle ADD_LONG;
  private static final MethodHandle GET_FIELD;
  private static final long ADDRESS;

  /** Offset of the field with a thread's id; -1 if unknown. */
  private static final long THREAD_ID;

  static {
    try {
      Lookup lookup = MethodHandles.lookup();
      Class<?> type = Class.forName(UNSAFE);
      Object unsafe = lookup.findStatic(type, "getUnsafe", MethodType.methodType(type)).invoke();
      GET_INT = lookup.bind(unsafe, "getInt", type(int.class, long.class));
      PUT_INT = lookup.bind(unsafe, "putInt", type(void.class, long.class, int.class));
      GET_LONG = lookup.bind(unsafe, "getLong", type(long.class, long.class));
      PUT_LONG = lookup.bind(unsafe, "putLong", type(void.class, long.class, long.class));
      PUT_BYTE = lookup.bind(unsafe, "putByte", type(void.class, long.class, byte.class));
      ADD_INT =
          lookup.bind(unsafe, "getAndAddInt", type(int.class, Object.class, long.class, int.class));
      ADD_LONG =
          lookup.bind(
              unsafe, "getAndAddLong", type(long.class, Object.class, long.class, long.class));
      GET_FIELD = lookup.bind(unsafe, "getLong", type(long.class, Object.class, long.class));
      MethodType offset = type(long.class, Class.class, String.class);
      ADDRESS =
          (long)
              lookup
                  .bind(unsafe, "objectFieldOffset", offset)
                  .invoke((Class<?>) Buffer.class, "address");
      THREAD_ID = threadIdOffset(lookup.bind(unsafe, "objectFieldOffset", offset));
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private Words() {}

  private static MethodType type(Class<?> result, Class<?>... parameters) {
    return MethodType.methodType(result, parameters);
  }

  private static long threadIdOffset(MethodHandle offset) throws Throwable {
    try {
      return (long) offset.invoke((Class<?>) Thread.class, "tid");
    } catch (InternalError e) {
      return -1; // This virtual machine has no such field.
    }
  }

  /** Returns a thread's id, as {@link Sensors#threadId}. */
  static long threadId(Thread thread) {
    if (THREAD_ID < 0) {
      return thread.getId();
    }
    try {
      return (long) GET_FIELD.invokeExact((Object) thread, THREAD_ID);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Returns the address of a direct buffer. */
  static long address(ByteBuffer direct) {
    try {
      return (long) GET_FIELD.invokeExact((Object) direct, ADDRESS);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  static int getInt(long address) {
    try {
      return (int) GET_INT.invokeExact(address);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  static void putInt(long address, int value) {
    try {
      PUT_INT.invokeExact(address, value);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  static long getLong(long address) {
    try {
      return (long) GET_LONG.invokeExact(address);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  static void putLong(long address, long value) {
    try {
      PUT_LONG.invokeExact(address, value);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  static void putByte(long address, byte value) {
    try {
      PUT_BYTE.invokeExact(address, value);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** Adds to a number that other threads add to as well; returns its value before. */
  static int getAndAddInt(long address, int what) {
    try {
      return (int) ADD_INT.invokeExact((Object) null, address, what);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /** As {@link #getAndAddInt}. */
  static long getAndAddLong(long address, long what) {
    try {
      return (long) ADD_LONG.invokeExact((Object) null, address, what);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  /**
   * Returns the error to throw: the virtual machine throws one, for example, if a file's memory is
   * gone.
   */
  private static Error failed(Throwable thrown) {
    return thrown instanceof Error error ? error : new InternalError(thrown);
  }
}
