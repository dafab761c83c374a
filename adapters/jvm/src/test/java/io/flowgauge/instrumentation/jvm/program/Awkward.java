package io.flowgauge.instrumentation.jvm.program;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Methods of every awkward kind. The output must not depend on sensors. */
public final class Awkward {
  private static final int ROUNDS = 2000;
  private static final int DEPTH = 300;

  private Awkward() {}

  /** Constructors call others, with new objects and branches in their arguments. */
  static class Base {
    final String text;

    Base(CharSequence text, int times) {
      if (times < 0) {
        throw new IllegalArgumentException("negative: " + times);
      }
      this.text = text.toString().repeat(times);
    }

    Base(boolean two) {
      this(
          two
              ? new String(new char[] {'a', 'b'})
              : new BigInteger(new String(new char[] {'7'})).toString(),
          two ? 2 : 1);
    }

    Object self() {
      return this;
    }
  }

  /** Overrides a method with another result type, so that there is a bridge method. */
  static final class Derived extends Base implements Comparable<Derived> {
    private final long wide;
    private final double broad = Math.sqrt(2);

    Derived(int times) {
      super("x", times);
      long sum = 0;
      for (int k = 0; k < times; k++) {
        sum += k * 3L;
      }
      wide = sum;
    }

    @Override
    Derived self() {
      return this;
    }

    @Override
    public int compareTo(Derived other) {
      return Long.compare(wide, other.wide);
    }

    double both(long a, double b, int c) {
      double result = b;
      if (c % 2 == 0) {
        double local = a * broad;
        result += local;
      } else {
        String local = "odd" + c;
        result += local.length();
      }
      return result + wide;
    }
  }

  /** An interface with a method body. */
  interface Shape {
    double area();

    default double twice() {
      return 2 * area();
    }

    static Shape square(double side) {
      return () -> side * side;
    }
  }

  record Point(int x, int y) {
    Point {
      if (x > y) {
        throw new IllegalStateException("not in order");
      }
    }
  }

  enum Kind {
    SMALL {
      @Override
      int weigh(int of) {
        return of;
      }
    },
    LARGE {
      @Override
      int weigh(int of) {
        return of * 100;
      }
    };

    abstract int weigh(int of);
  }

  static int recurse(int depth) {
    return depth == 0 ? 0 : 1 + recurse(depth - 1);
  }

  static int thrower(int number) {
    if (number % 3 == 0) {
      throw new UnsupportedOperationException("by three");
    }
    return number;
  }

  static int catcher(int number) {
    try {
      return thrower(number);
    } catch (UnsupportedOperationException e) {
      return -1;
    } finally {
      counter++;
    }
  }

  static synchronized long locked(Object lock, long value) {
    synchronized (lock) {
      return switch ((int) (value % 4)) {
        case 0 -> value;
        case 1 -> {
          long sum = 0;
          for (long k = 0; k < 3; k++) {
            sum += k;
          }
          yield sum;
        }
        default -> value > 100 ? 7L : 8L;
      };
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  static int endless(int depth) {
    return endless(depth + 1) + 1;
  }

  static int overflow() {
    try {
      return endless(0);
    } catch (StackOverflowError e) {
      return -5;
    }
  }

  private static int counter;

  static int loop() {
    int sum = 0;
    for (int k = 0; k < ROUNDS; k++) {
      sum += catcher(k);
    }
    return sum;
  }

  private static String attempt(int times) {
    try {
      return new Base("y", times).text;
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private static String point(int x, int y) {
    try {
      return new Point(x, y).toString();
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  private static void objects(List<Object> results) {
    results.add(new Base(true).text + new Base(false).text);
    results.add(attempt(2) + attempt(-1));
    results.add(point(1, 2) + point(2, 1));
    Base derived = new Derived(4);
    results.add(derived.self() == derived);
    List<Derived> all = new ArrayList<>(List.of(new Derived(9), new Derived(2)));
    all.sort(Comparator.naturalOrder());
    results.add(all.get(0).wide);
    results.add(all.get(0).both(3, 0.5, 2) + all.get(1).both(3, 0.5, 3));
    results.add(Shape.square(3).twice());
    results.add(Kind.SMALL.weigh(3) + Kind.LARGE.weigh(3));
  }

  /** Does everything once, and prints the results. */
  public static void main(String[] arguments) {
    List<Object> results = new ArrayList<>();
    objects(results);
    results.add(recurse(DEPTH));
    results.add(loop());
    results.add(counter);
    for (long value = 0; value < 8; value++) {
      results.add(locked(results, value));
    }
    results.add(overflow());
    IntUnaryOperator lambda = value -> value * 2 + arguments.length;
    results.add(lambda.applyAsInt(21));
    results.forEach(System.out::println);
  }
}
