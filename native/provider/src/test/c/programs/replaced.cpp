/* Calls functions that are replaced meanwhile; "N" has N threads call them a million times, while a timer's signals
   arrive and children are forked. */
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#define CALLED extern "C" __attribute__((noinline, noclone))

CALLED int64_t mixed(int a, int64_t b, double c, const char *d, int e, int f, int g, int64_t h) {
  return a + 2 * b + (int64_t)(3 * c) + d[0] + 5 * e + 6 * f + 7 * g + 8 * h;
}

CALLED int thrown(int k) {
  if (k < 0) {
    throw std::runtime_error("old");
  }
  return k;
}

/* Its replacement gives the same. */
CALLED int64_t step(int64_t sum, int64_t k) {
  __asm__ volatile("");
  return sum * 31 + k;
}

/* Within it for as long as the line says. */
CALLED int waiting(int ms) {
  usleep((useconds_t)ms * 1000);
  return ms;
}

CALLED int tiny(void) { return 1; }

static int on_signal_calls;

static void on_signal(int) { on_signal_calls += step(0, 1) == 1; }

static int64_t work(int64_t sum) {
  for (int64_t k = 0; k < 1000000; k++) {
    sum = step(sum, k);
  }
  return sum;
}

static int64_t busy(int count) {
  std::vector<std::thread> threads;
  std::vector<int64_t> sums(count);
  for (int k = 0; k < count; k++) {
    threads.emplace_back([&sums, k] { sums[k] = work(k); });
  }
  int64_t sum = 0;
  for (int k = 0; k < count; k++) {
    pid_t child = fork();
    if (child == 0) {
      _exit(step(1, k) == 31 + k ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    sum += 1000 * WEXITSTATUS(status);
  }
  for (std::thread &each : threads) {
    each.join();
  }
  for (int64_t each : sums) {
    sum = sum * 31 + each;
  }
  return sum;
}

static int caught() {
  try {
    return thrown(-1);
  } catch (const std::exception &e) {
    return e.what()[0];
  }
}

static int in_child() {
  pid_t child = fork();
  if (child == 0) {
    _exit(thrown(3));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  for (char line[64]; ssize_t got = read(0, line, sizeof line - 1);) {
    if (got < 0) {
      return 1;
    }
    line[got] = 0;
    int number = atoi(line);
    int64_t sum = 0;
    int waited = number > 100 ? waiting(number) : 0;
    if (number > 0 && number <= 100) {
      itimerval timer = {{0, 500}, {0, 500}};
      setitimer(ITIMER_REAL, &timer, nullptr);
      sum = busy(number);
      timer = {};
      setitimer(ITIMER_REAL, &timer, nullptr);
    }
    char text[200];
    int length = snprintf(text, sizeof text, "%lld %d %d %d %d %lld\n", (long long)mixed(1, 2, 3, "A", 5, 6, 7, 8),
                          caught(), in_child(), tiny(), waited, (long long)sum);
    if (write(1, text, (size_t)length) != length) {
      return 1;
    }
  }
  return 0;
}
