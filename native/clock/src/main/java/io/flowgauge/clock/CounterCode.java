package io.flowgauge.clock;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Makes machine code that reads the time stamp counter, and a method handle that calls it. It uses
 * {@code java.lang.foreign} of Java 22 by reflection, because this module is compiled for Java 17.
 * Methods that need native access are called through the lookup object of a class that has it. Not
 * thread-safe.
 */
final class CounterCode {
  /** {@code endbr64; rdtsc; shl rdx, 32; or rax, rdx; ret}. */
  private static final byte[] CODE = {
    (byte) 0xF3,
    0x0F,
    0x1E,
    (byte) 0xFA,
    0x0F,
    0x31,
    0x48,
    (byte) 0xC1,
    (byte) 0xE2,
    0x20,
    0x48,
    0x09,
    (byte) 0xD0,
    (byte) 0xC3
  };

  private static final long PAGE = 4096;
  private static final int READ_WRITE = 3;
  private static final int READ_EXECUTE = 5;
  private static final int PRIVATE_ANONYMOUS = 0x22;

  private final Class<?> linkers = type("Linker");
  private final Class<?> segments = type("MemorySegment");
  private final Class<?> layouts = type("MemoryLayout");
  private final Class<?> options = type("Linker$Option");
  private final Object linker = linkers.getMethod("nativeLinker").invoke(null);

  private final MethodHandles.Lookup caller;

  private CounterCode(MethodHandles.Lookup caller) throws ReflectiveOperationException {
    this.caller = caller;
  }

  private static Class<?> type(String name) throws ReflectiveOperationException {
    return Class.forName("java.lang.foreign." + name);
  }

  /**
   * Returns why native code cannot be called without a warning of the virtual machine; empty if it
   * can.
   */
  static Optional<String> unsupported(MethodHandles.Lookup caller) {
    try {
      type("Linker$Option").getMethod("critical", boolean.class);
      Module module = caller.lookupClass().getModule();
      if ((boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module)) {
        return Optional.empty();
      }
      String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
      return Optional.of("the time stamp counter needs --enable-native-access=" + name);
    } catch (ReflectiveOperationException e) {
      return Optional.of("the time stamp counter can be read only on Java 22 or later");
    }
  }

  /**
   * Returns a method handle of type {@code ()long} that reads the counter. Its code is never freed.
   */
  static MethodHandle reader(MethodHandles.Lookup caller) throws ReflectiveOperationException {
    try {
      return new CounterCode(caller).makeReader();
    } catch (InvocationTargetException e) {
      throw new ReflectiveOperationException(String.valueOf(e.getCause()), e);
    }
  }

  private MethodHandle makeReader() throws ReflectiveOperationException {
    Object none = segments.getField("NULL").get(null);
    Object address = layout("ADDRESS");
    Object page = call("mmap", address, none, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
    if ((long) segments.getMethod("address").invoke(page) == -1) {
      throw new ReflectiveOperationException("there is no memory for the code");
    }
    MethodHandle reader = null;
    try {
      reader = reader(page);
      return reader;
    } finally {
      if (reader == null) {
        call("munmap", layout("JAVA_INT"), page, PAGE);
      }
    }
  }

  private MethodHandle reader(Object page) throws ReflectiveOperationException {
    MethodHandle sized =
        caller.findVirtual(segments, "reinterpret", methodType(segments, long.class));
    Object memory = invoke(sized, page, PAGE);
    ((ByteBuffer) segments.getMethod("asByteBuffer").invoke(memory)).put(CODE);
    if ((int) call("mprotect", layout("JAVA_INT"), page, PAGE, READ_EXECUTE) != 0) {
      throw new ReflectiveOperationException(
          "the system does not allow memory to be made executable");
    }
    Object critical = options.getMethod("critical", boolean.class).invoke(null, false);
    return handle(page, layout("JAVA_LONG"), critical);
  }

  private static Object layout(String name) throws ReflectiveOperationException {
    return type("ValueLayout").getField(name).get(null);
  }

  /** Calls a function of the C library. */
  private Object call(String name, Object result, Object... arguments)
      throws ReflectiveOperationException {
    Object symbols = linkers.getMethod("defaultLookup").invoke(linker);
    Optional<?> found =
        (Optional<?>) type("SymbolLookup").getMethod("find", String.class).invoke(symbols, name);
    Object[] kinds = new Object[arguments.length];
    for (int k = 0; k < kinds.length; k++) {
      kinds[k] = kind(arguments[k]);
    }
    return invoke(handle(found.orElseThrow(), result, null, kinds), arguments);
  }

  private static Object invoke(MethodHandle handle, Object... arguments)
      throws ReflectiveOperationException {
    try {
      return handle.invokeWithArguments(arguments);
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new ReflectiveOperationException(e);
    }
  }

  private static Object kind(Object argument) throws ReflectiveOperationException {
    if (argument instanceof Long) {
      return layout("JAVA_LONG");
    }
    return layout(argument instanceof Integer ? "JAVA_INT" : "ADDRESS");
  }

  /** Returns a method handle that calls a native function. The option may be null. */
  private MethodHandle handle(Object function, Object result, Object option, Object... arguments)
      throws ReflectiveOperationException {
    Class<?> descriptors = type("FunctionDescriptor");
    Object descriptor =
        descriptors
            .getMethod("of", layouts, layouts.arrayType())
            .invoke(null, result, array(layouts, arguments));
    Object[] given = option == null ? new Object[0] : new Object[] {option};
    MethodHandle linked =
        caller.findVirtual(
            linkers,
            "downcallHandle",
            methodType(MethodHandle.class, segments, descriptors, options.arrayType()));
    return (MethodHandle)
        invoke(linked.asFixedArity(), linker, function, descriptor, array(options, given));
  }

  private static Object array(Class<?> type, Object... values) {
    Object array = Array.newInstance(type, values.length);
    for (int k = 0; k < values.length; k++) {
      Array.set(array, k, values[k]);
    }
    return array;
  }
}
