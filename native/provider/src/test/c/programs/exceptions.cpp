// Exceptions, rethrown ones, forced unwinding and thread-local destructors through probed frames.
#define COUNTED(X)                                                                               \
  X(throws) X(passes) X(outer) X(catcher) X(rethrows) X(cleans) X(from_elsewhere) X(cancelled)   \
  X(leaves_thread) X(forced) X(nested) X(in_destructor)
#include "target.h"

#include <pthread.h>
#include <semaphore.h>

#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

extern "C" {

static thread_local int destroyed;

struct Guard {
  ~Guard() { destroyed++; }
};

KEEP int throws(int x) {
  if (x % 3 == 0) {
    throw std::runtime_error("m" + std::to_string(x));
  }
  if (x % 7 == 0) {
    throw std::logic_error("seven");
  }
  ENDED(throws);
  return x * 7;
}

KEEP int passes(int x) {
  std::string some(static_cast<size_t>(x % 40), 'q');
  Guard guard;
  int result = throws(x) + static_cast<int>(some.size());
  ENDED(passes);
  return result;
}

KEEP int outer(int x) {
  int result;
  try {
    result = passes(x);
  } catch (const std::logic_error &) {
    result = -2;
  }
  ENDED(outer);
  return result;
}

KEEP int catcher(int x) {
  int result;
  try {
    result = outer(x) + 1;
  } catch (const std::exception &e) {
    result = -static_cast<int>(strlen(e.what()));
  }
  ENDED(catcher);
  return result;
}

KEEP int rethrows(int x) {
  try {
    return passes(x);
  } catch (...) {
    Guard guard;
    throw;
  }
}

KEEP int cleans(int x) {
  try {
    int result = rethrows(x);
    ENDED(rethrows);
    ENDED(cleans);
    return result;
  } catch (const std::exception &e) {
    ENDED(cleans);
    return static_cast<int>(strlen(e.what()));
  }
}

/* An exception of another thread is thrown on in this one. */
KEEP int from_elsewhere(int x) {
  std::exception_ptr caught;
  std::thread other([&] {
    try {
      throws(x * 3);
    } catch (...) {
      caught = std::current_exception();
    }
    collect(0);
  });
  other.join();
  int result = 0;
  try {
    std::rethrow_exception(caught);
  } catch (const std::runtime_error &e) {
    result = e.what()[0];
  }
  ENDED(from_elsewhere);
  return result;
}

struct Thrower {
  int x;
  KEEP void in_destructor_of() const;
  ~Thrower() {
    try {
      in_destructor_of();
    } catch (const std::runtime_error &) {
    }
  }
};

KEEP int in_destructor(int x) {
  if (x % 2 == 0) {
    throw std::runtime_error("even");
  }
  ENDED(in_destructor);
  return x;
}

void Thrower::in_destructor_of() const { in_destructor(x); }

/* Throws and catches while another exception is under way. */
KEEP int nested(int x) {
  int result = 0;
  try {
    Thrower thrower{x};
    throw std::logic_error("outside");
  } catch (const std::logic_error &e) {
    result = static_cast<int>(strlen(e.what()));
  }
  ENDED(nested);
  return result;
}

struct Unwound {
  sem_t ready;
  int cleanups;
};

KEEP void cancelled(Unwound *state) {
  struct Count {
    Unwound *state;
    ~Count() { state->cleanups++; }
  } count{state};
  sem_post(&state->ready);
  for (;;) {
    pause();
  }
}

KEEP void leaves_thread(Unwound *state) {
  struct Count {
    Unwound *state;
    ~Count() { state->cleanups++; }
  } count{state};
  pthread_exit(state);
}

/* Both unwind the thread's whole stack, through the probed frame. */
KEEP void forced() {
  Unwound state{};
  pthread_t thread;
  void *result = nullptr;
  sem_init(&state.ready, 0, 0);
  pthread_create(&thread, nullptr, [](void *s) -> void * {
    cancelled(static_cast<Unwound *>(s));
    return nullptr;
  }, &state);
  sem_wait(&state.ready);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  CHECK(result == PTHREAD_CANCELED);
  pthread_create(&thread, nullptr, [](void *s) -> void * {
    leaves_thread(static_cast<Unwound *>(s));
    return nullptr;
  }, &state);
  pthread_join(thread, &result);
  CHECK(result == &state);
  CHECK(state.cleanups == 2);
  sem_destroy(&state.ready);
  ENDED(forced);
}
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = 0;
  for (long i = 0; i < rounds; i++) {
    int x = static_cast<int>((i + seed) % 1000);
    int result = catcher(x);
    int expected = x % 3 == 0   ? -static_cast<int>(1 + std::to_string(x).size())
                   : x % 7 == 0 ? -1
                                : x * 7 + x % 40 + 1;
    CHECK(result == expected);
    destroyed = 0;
    int cleaned = cleans(x);
    CHECK(destroyed == (x % 3 == 0 || x % 7 == 0 ? 2 : 1));
    CHECK(nested(x) == 7);
    sum += static_cast<uint64_t>(result + cleaned);
    if (i % 50 == 0) {
      CHECK(from_elsewhere(x) == 'm');
      forced();
    }
  }
  return sum;
}

static void prepare() {}

static sem_t holding, told;
static std::thread held;
static bool caught;

/* Is open until it is asked to throw. */
extern "C" KEEP void holds() {
  sem_post(&holding);
  sem_wait(&told);
  throw std::runtime_error("told");
}

static void hold() {
  caught = false;
  held = std::thread([] {
    try {
      holds();
    } catch (const std::runtime_error &) {
      caught = true;
    }
  });
  sem_wait(&holding);
}

static int special(const char *command) {
  if (strcmp(command, "hold") == 0) {
    hold();
  } else if (strcmp(command, "throw") == 0) {
    sem_post(&told);
    held.join();
    fprintf(answers, "caught %d\n", caught);
  } else {
    return 0;
  }
  return 1;
}

static void finish() {}
