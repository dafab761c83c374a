/* For every line it reads, calls functions and prints what they give; "N" has N threads call them a million times
   first, while a timer's signals arrive and children are forked. */
#include <csetjmp>
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

struct Pair {
  int64_t first, second;
};

CALLED int whole(int a, int b) {
  __asm__ volatile("");
  return 2 * a + b;
}

CALLED double fraction(double a, int k) {
  __asm__ volatile("");
  return a / 2 + k;
}

CALLED float single(float a) {
  __asm__ volatile("");
  return a / 2;
}

CALLED bool flag(int a) {
  __asm__ volatile("");
  return a > 0;
}

CALLED const char *text(const char *at) {
  __asm__ volatile("");
  return at + 1;
}

CALLED Pair pair(int64_t a) {
  __asm__ volatile("");
  return {a, a + 1};
}

CALLED void nothing(int *at) {
  __asm__ volatile("");
  ++*at;
}

/* Returns if k is even. */
CALLED int thrown(int k) {
  if (k % 2) {
    throw std::runtime_error("odd");
  }
  return k;
}

static jmp_buf back;

CALLED int jumped(int k) {
  if (k % 2) {
    longjmp(back, k);
  }
  return k;
}

CALLED int recursive(int k) {
  int below = k > 0 ? recursive(k - 1) : -1;
  __asm__ volatile("" : "+r"(below));
  return below + 1;
}

/* Calls whose fourth argument is 0 give what counts, others what is not used. */
CALLED int64_t step(int64_t sum, int64_t k, int64_t unused, int kind) {
  __asm__ volatile("" : : "r"(unused));
  return kind ? -1 : sum * 31 + k;
}

static volatile sig_atomic_t signals;

static void on_signal(int) {
  signals = signals + (step(1, 2, 3, 1) != 0);
}

static int64_t work(int64_t seed) {
  int64_t sum = seed, other = 0;
  for (int64_t k = 0; k < 1000000; k++) {
    sum = step(sum, k, 7, 0);
    other += step(sum, k, 7, 1) != 0;
  }
  return sum + (other > 1000000);
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
      _exit(step(0, k, 0, 0) == k ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    sum += 1000 * WEXITSTATUS(status);
  }
  for (std::thread &each : threads) {
    each.join();
  }
  for (int k = 0; k < count; k++) {
    sum ^= sums[k] + k;
  }
  return sum;
}

static int in_child() {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    _exit((whole(2, 1) + recursive(3)) & 0x7f);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

static int caught(int k) {
  try {
    return thrown(k) + thrown(k + 1);
  } catch (const std::exception &) {
    return -100;
  }
}

static int returned(int k) {
  return setjmp(back) ? -200 : jumped(k);
}

int main() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    int threads = atoi(line), counter = 0;
    itimerval timer = {{0, 500}, {0, threads ? 500 : 0}};
    setitimer(ITIMER_REAL, &timer, nullptr);
    int64_t sum = busy(threads);
    timer = {};
    setitimer(ITIMER_REAL, &timer, nullptr);
    nothing(&counter);
    Pair both = pair(5);
    int64_t more = 0;
    for (int k = 0; k < 1000; k++) {
      more += caught(k) + returned(k);
    }
    printf("%d %g %g %d %s %d %d %d %d %d %d %lld %lld\n", whole(20, 2), fraction(5, 1), single(3), flag(1), text("abc"),
           (int)(both.first + both.second + counter), caught(2), returned(3), returned(4), recursive(5), in_child(),
           (long long)more, (long long)sum);
    fflush(stdout);
  }
  return 0;
}
