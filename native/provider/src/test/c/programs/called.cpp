/* Computes in threads, or waits, or is busy in the C library, and has functions to be called meanwhile. For every line
   it reads, "N" first computes with N threads, prints what it is told. */
#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#define CALLED extern "C" __attribute__((noinline, noclone, used))

static volatile int setting = 3;
static volatile int64_t last;
static volatile double last_fraction;

CALLED int set_it(int value) {
  int before = setting;
  setting = value;
  errno = 77;
  return before;
}

CALLED double fractions(double a, float b, int c, double d) {
  last_fraction = a + b;
  return a + b + c + d;
}

CALLED float half(float a) { return a / 2; }

CALLED int64_t six(signed char a, unsigned short b, int c, int64_t d, unsigned e, bool f) {
  last = a + b + c + d + e + f;
  return last;
}

CALLED void nothing(void) { last = last + 1; }

struct Large {
  int64_t of[8];
};

CALLED Large large(int a) { return {{a, a, a, a, a, a, a, a}}; }

CALLED int by_value(Large a) { return (int)a.of[0]; }

CALLED int allocating(int count) {
  std::string text;
  for (int k = 0; k < count; k++) {
    text += std::to_string(k);
  }
  feclearexcept(FE_ALL_EXCEPT);
  last_fraction = last_fraction / 3;
  return (int)text.size();
}

/* Catches what it throws itself. */
CALLED int catching(int k) {
  try {
    throw std::runtime_error("own");
  } catch (const std::exception &) {
    return k;
  }
}

CALLED int throwing(int k) {
  if (k) {
    throw std::runtime_error("nobody catches it");
  }
  return k;
}

CALLED int faulting(int *at) { return *at; }

CALLED int aborting(int k) {
  if (k) {
    abort();
  }
  return k;
}

CALLED int dividing(volatile int k) { return 100 / k; }

CALLED int endless(int k) {
  while (k) {
    __asm__ volatile("");
  }
  return k;
}

CALLED int sleeping(int seconds) {
  sleep((unsigned)seconds);
  return seconds;
}

static volatile sig_atomic_t signals;

static void on_signal(int) { signals = signals + 1; }

/* Vector registers, flags and errno are live all the time. */
static int64_t work(int seed) {
  double a[4] = {1, 2, 3, 4}, sum[4] = {0, 0, 0, 0};
  long double wide = 1;
  int64_t wrong = 0;
  for (int64_t k = 0; k < 3000000; k++) {
    for (int i = 0; i < 4; i++) {
      sum[i] += a[i] / (double)(k + seed + 1);
    }
    wide += 1.0L / (long double)(k + 1);
    if (k % 1024 == 0) {
      errno = 5;
    }
    wrong += errno != 5;
  }
  int64_t bits = 0;
  for (double each : sum) {
    int64_t one;
    memcpy(&one, &each, sizeof one);
    bits = bits * 31 + one;
  }
  return bits * 31 + (int64_t)(wide * 1e15L) + 1000000007 * wrong;
}

/* Is in the C library most of the time. */
static int64_t allocate(int seed) {
  int64_t sum = 0;
  std::vector<char *> all(64, nullptr);
  for (int64_t k = 0; k < 600000; k++) {
    char *&at = all[(size_t)(k * 31 + seed) % all.size()];
    free(at);
    at = (char *)malloc(16 + (size_t)(k % 2000));
    at[0] = (char)k;
    sum = sum * 31 + at[0];
  }
  for (char *each : all) {
    free(each);
  }
  return sum;
}

static int64_t busy(int count) {
  std::vector<std::thread> threads;
  std::vector<int64_t> sums(count);
  for (int k = 1; k < count; k++) {
    threads.emplace_back([&sums, k] { sums[k] = k % 2 ? work(k) : allocate(k); });
  }
  if (count) {
    pid_t child = fork();
    if (child == 0) {
      _exit((int)work(1) & 0x7f);
    }
    sums[0] = work(0) ^ allocate(0);
    int status;
    waitpid(child, &status, 0);
    sums[0] += WEXITSTATUS(status);
  }
  int64_t sum = 0;
  for (std::thread &each : threads) {
    each.join();
  }
  for (int64_t each : sums) {
    sum = sum * 31 + each;
  }
  return sum;
}

/* Not by stdio, within which nothing may be called. */
static bool read_line(char *line, size_t size) {
  size_t got = 0;
  while (got < size - 1) {
    ssize_t n = read(0, line + got, 1);
    if (n <= 0) {
      return false;
    }
    if (line[got++] == '\n') {
      break;
    }
  }
  line[got] = 0;
  return true;
}

int main() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  char line[64];
  while (read_line(line, sizeof line)) {
    if (line[0] == 's') { /* within stdio for good */
      int c = fgetc(stdin);
      while (c != EOF && c != '\n') {
        c = fgetc(stdin);
      }
    }
    int threads = atoi(line);
    itimerval timer = {{0, 700}, {0, threads ? 700 : 0}};
    setitimer(ITIMER_REAL, &timer, nullptr);
    int64_t sum = busy(threads);
    timer = {};
    setitimer(ITIMER_REAL, &timer, nullptr);
    char text[200];
    int length = snprintf(text, sizeof text, "%d %lld %g %lld\n", setting, (long long)last, last_fraction, (long long)sum);
    if (write(1, text, (size_t)length) != length) {
      return 1;
    }
  }
  return 0;
}
