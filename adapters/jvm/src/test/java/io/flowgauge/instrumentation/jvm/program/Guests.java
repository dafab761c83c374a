package io.flowgauge.instrumentation.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads one class by loaders of every kind: {@code plain}; {@code equal} to each other; {@code
 * throwing} from equals and hashCode; {@code silent}, which throw when asked for a class file;
 * {@code broken}, whose class cannot be verified; {@code slow}, which announce that they are
 * loading. {@code undigest} installs a provider of message digests and adds to the answers how many
 * digests were created. After each line, all classes that can be called are called; {@code call}
 * does nothing else.
 */
public final class Guests {
  private static final long SLOW_NANOS = 400_000_000;
  private static final String GUEST = Guests.class.getName() + "$Guest";

  private static final List<Callable<?>> LOADED = new ArrayList<>();

  private Guests() {}

  /** The superclass, which is loaded first. */
  public abstract static class Herald implements Callable<Integer> {}

  /** The class that is loaded. */
  public static final class Guest extends Herald {
    private static final int ANSWER = 42;

    static int answer() {
      return ANSWER;
    }

    @Override
    public Integer call() {
      return answer();
    }
  }

  /** A loader of that class. */
  private static final class Host extends ClassLoader {
    private final String kind;

    Host(String kind) {
      this.kind = kind;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (kind.equals("slow") && name.equals(Herald.class.getName())) {
        System.out.println("loading");
        LockSupport.parkNanos(SLOW_NANOS);
      }
      if (!name.equals(GUEST)) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = Guests.class.getResourceAsStream("Guests$Guest.class")) {
        byte[] bytes = in.readAllBytes();
        if (kind.equals("broken")) {
          breakOff(bytes);
        }
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    /** Makes the method return nothing; its code is bipush 42, ireturn. */
    private static void breakOff(byte[] bytes) {
      for (int k = 0; k < bytes.length - 2; k++) {
        if (bytes[k] == 0x10 && bytes[k + 1] == Guest.ANSWER && bytes[k + 2] == (byte) 0xac) {
          bytes[k + 2] = (byte) 0xb1;
        }
      }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      if (kind.equals("silent")) {
        throw new AssertionError("no resources");
      }
      return super.getResourceAsStream(name);
    }

    @Override
    public int hashCode() {
      if (kind.equals("throwing")) {
        throw new UnsupportedOperationException("hashCode");
      }
      return kind.equals("equal") ? 1 : System.identityHashCode(this);
    }

    @Override
    public boolean equals(Object other) {
      if (kind.equals("throwing")) {
        throw new UnsupportedOperationException("equals");
      }
      return this == other
          || (kind.equals("equal") && other instanceof Host host && host.kind.equals(kind));
    }
  }

  /** Executes commands until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("undigest")) {
        Security.insertProviderAt(new Undigester(), 1);
      } else if (!line.equals("call")) {
        load(line);
      }
      long sum = DIGESTS.get();
      for (Callable<?> guest : LOADED) {
        sum += (Integer) guest.call();
      }
      System.out.println("done " + sum);
    }
  }

  private static final AtomicInteger DIGESTS = new AtomicInteger();

  /** A digest that digests nothing. */
  public static final class Undigesting extends MessageDigestSpi {
    /** Creates a digest, as a security provider does, and counts it. */
    public Undigesting() {
      DIGESTS.incrementAndGet();
    }

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDigest() {
      return new byte[0];
    }

    @Override
    protected void engineReset() {}
  }

  /** A security provider whose digests take precedence. */
  private static final class Undigester extends Provider {
    private static final long serialVersionUID = 1;

    Undigester() {
      super("undigester", "1", "for tests");
      put("MessageDigest.SHA-256", Undigesting.class.getName());
    }
  }

  private static void load(String kind) throws ReflectiveOperationException {
    Class<?> type = Class.forName(GUEST, false, new Host(kind));
    if (!kind.equals("broken")) {
      LOADED.add((Callable<?>) type.getConstructor().newInstance());
    }
  }
}
