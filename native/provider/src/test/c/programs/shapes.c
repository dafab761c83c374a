/* Ordinary functions with every kind of argument and result, recursion, and tail calls. */
#define COUNTED(X)                                                                                \
  X(plain) X(many) X(large) X(pair_of) X(variadic) X(real) X(extended) X(complexly) X(wide)       \
  X(tail_first) X(tail_last) X(factorial) X(deep) X(called_back) X(calls_back) X(is_even)         \
  X(is_odd) X(aligned) X(dynamic) X(keeps_much) X(uses_little)
#include "target.h"

#include <complex.h>
#include <stdarg.h>

struct large {
  long values[9];
};

struct pair {
  long first;
  double second;
};

static KEEP uint64_t plain(uint64_t x, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    x = x * 6364136223846793005ull + 1442695040888963407ull;
  }
  return x;
}

static KEEP double many(double a, double b, double c, double d, double e, double f, double g, double h,
                        double i, long j, long k, long l, long m, long n, long o, long p, long q) {
  BARRIER();
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + (double)j + 2.0 * (double)k +
         3.0 * (double)l + 4.0 * (double)m + 5.0 * (double)n + 6.0 * (double)o + 7.0 * (double)p +
         8.0 * (double)q;
}

static KEEP struct large large(struct large all, long k) {
  for (int i = 0; i < 9; i++) {
    all.values[i] += k;
  }
  BARRIER();
  return all;
}

static KEEP struct pair pair_of(long first, double second) {
  struct pair made = {first + 1, second * 2};
  BARRIER();
  return made;
}

static KEEP long variadic(int n, ...) {
  va_list all;
  long sum = 0;
  va_start(all, n);
  for (int i = 0; i < n; i++) {
    sum += i % 2 ? (long)va_arg(all, double) : va_arg(all, long);
  }
  va_end(all);
  return sum;
}

static KEEP double real(double x) {
  BARRIER();
  return x * 1.5 + 1;
}

static KEEP long double extended(long double x) {
  BARRIER();
  return x * 1.5L;
}

static KEEP long double complex complexly(long double complex x) {
  BARRIER();
  return x * 2.0L;
}

typedef long vector __attribute__((vector_size(64)));

#ifndef NO_WIDE
static __attribute__((noinline, target("avx512f"))) vector wide(vector x, vector y) {
  BARRIER();
  return x + y;
}

static __attribute__((noinline, target("avx512f"))) uint64_t widely(uint64_t x) {
  vector a = {(long)x, 1, 2, 3, 4, 5, 6, 7}, b = {1, 2, 3, 4, 5, 6, 7, 8};
  vector sum = wide(a, b);
  ENDED(wide);
  return (uint64_t)(sum[0] + sum[1] * sum[7]);
}
#endif

static KEEP long tail_last(long x) {
  BARRIER();
  return x * 3 + 1;
}

static KEEP long tail_first(long x) {
  if (x < 0) {
    return 0;
  }
  __asm__ volatile("" : "+r"(x));
  return tail_last(x + 1);
}

static KEEP long factorial(long n) {
  if (n <= 1) {
    return 1;
  }
  long r = factorial(n - 1);
  __asm__ volatile("" ::"r"(r));
  return r * n % 1000003;
}

static KEEP long deep(long n) {
  volatile char pad[64];
  pad[0] = 0;
  if (n == 0) {
    return pad[0];
  }
  long below = deep(n - 1);
  __asm__ volatile("" : "+r"(below));
  return below + 1;
}

static KEEP int called_back(const void *a, const void *b) {
  long x = *(const long *)a, y = *(const long *)b;
  ENDED(called_back);
  return (x > y) - (x < y);
}

static KEEP long calls_back(long seed) {
  long values[40];
  for (int i = 0; i < 40; i++) {
    values[i] = (seed * 7919 + i * 104729) % 1009;
  }
  qsort(values, 40, sizeof values[0], called_back);
  for (int i = 1; i < 40; i++) {
    CHECK(values[i - 1] <= values[i]);
  }
  return values[20];
}

static KEEP int is_odd(unsigned n);

static KEEP int is_even(unsigned n) {
  BARRIER();
  return n == 0 ? 1 : is_odd(n - 1);
}

static KEEP int is_odd(unsigned n) {
  BARRIER();
  return n == 0 ? 0 : is_even(n - 1);
}

/* Its frame is realigned, which takes r10 as a pointer to the arguments. */
static KEEP long aligned(long x) {
  volatile char line[64] __attribute__((aligned(64)));
  line[0] = (char)x;
  CHECK(((uintptr_t)line & 63) == 0);
  return line[0];
}

static KEEP long dynamic(long n) {
  volatile long *room = __builtin_alloca((size_t)n * sizeof(long));
  for (long i = 0; i < n; i++) {
    room[i] = i;
  }
  return room[n - 1];
}

/* Few registers are touched here, so -fipa-ra lets the caller keep values in all the others. */
static KEEP long uses_little(long x) {
  BARRIER();
  return x + 1;
}

static KEEP long keeps_much(long a, long b, long c, long d, long e, long f) {
  long g = a ^ b, h = b ^ c, i = c ^ d, j = d ^ e, k = e ^ f, l = f ^ a, sum = 0;
  for (int n = 0; n < 4; n++) {
    sum += uses_little(sum);
    sum ^= a + 3 * b + 5 * c + 7 * d + 11 * e + 13 * f + 17 * g + 19 * h + 23 * i + 29 * j + 31 * k + 37 * l;
  }
  ENDED_TIMES(uses_little, 4);
  return sum;
}

static uint64_t arguments(long x) {
  struct large all;
  double reals = many(1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, (long)(x & 7));
  for (int i = 0; i < 9; i++) {
    all.values[i] = x + i;
  }
  all = large(all, 3);
  struct pair two = pair_of(x, 0.5);
  long mixed = variadic(9, x, 2.0, 3L, 4.0, 5L, 6.0, 7L, 8.0, 9L);
  long double complex turned = complexly(1.0L + 2.0L * I);
  CHECK(reals == 1 + 4 + 9 + 16 + 25 + 36 + 49 + 64 + 81 + 140 + 8.0 * (double)(x & 7));
  CHECK(all.values[8] == x + 11);
  CHECK(two.first == x + 1 && two.second == 1);
  CHECK(mixed == x + 44);
  CHECK(real(2) == 4);
  CHECK(extended(2.0L) == 3.0L);
  CHECK(creall(turned) == 2.0L && cimagl(turned) == 4.0L);
  ENDED(many), ENDED(large), ENDED(pair_of), ENDED(variadic), ENDED(real), ENDED(extended), ENDED(complexly);
  return (uint64_t)(all.values[0] + two.first + mixed);
}

static uint64_t calls(long x, long round) {
  uint64_t sum = 0;
  CHECK(tail_first(x) == (x + 1) * 3 + 1);
  ENDED(tail_first), ENDED(tail_last);
  sum += (uint64_t)factorial(20);
  ENDED_TIMES(factorial, 20);
  CHECK(is_even((unsigned)(x & 15)) == !(x & 1));
  ENDED_TIMES(is_even, (x & 15) / 2 + 1);
  ENDED_TIMES(is_odd, ((x & 15) + 1) / 2);
  if (round % 64 == 0) {
    CHECK(deep(200) == 200);
    ENDED_TIMES(deep, 201);
  }
  sum += (uint64_t)calls_back(x);
  ENDED(calls_back);
  sum += (uint64_t)aligned(x & 63) + (uint64_t)dynamic(1 + (x & 31));
  ENDED(aligned), ENDED(dynamic);
  return sum;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = (uint64_t)seed;
  for (long i = 0; i < rounds; i++) {
    long x = (i + seed) % 1000;
    sum = plain(sum, 12);
    ENDED(plain);
    sum += arguments(x) + calls(x, i);
    sum ^= (uint64_t)keeps_much(x, x + 1, x + 2, x + 3, x + 4, (long)(sum & 1023));
    ENDED(keeps_much);
#ifndef NO_WIDE
    if (__builtin_cpu_supports("avx512f")) {
      sum += widely(sum & 1023);
    }
#endif
  }
  return sum;
}

static void prepare(void) {}

/* Recursion deeper than an agent can follow; the command gives the depth. */
static int special(const char *command) {
  if (strncmp(command, "deep ", 5) != 0) {
    return 0;
  }
  long n = atol(command + 5);
  fprintf(answers, "deep %ld\n", deep(n));
  return 1;
}

static void finish(void) {}
