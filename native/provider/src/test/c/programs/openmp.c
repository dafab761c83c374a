/* OpenMP regions, tasks and a critical section; each round does the same. */
#define COUNTED(X) X(relax) X(fibonacci) X(adds)
#include "target.h"

#include <omp.h>

#define CELLS 512
#define TEAM 4

KEEP double relax(const double *cells, int i) {
  BARRIER();
  return 0.25 * (cells[(i + CELLS - 1) % CELLS] + 2 * cells[i] + cells[(i + 1) % CELLS]);
}

KEEP long fibonacci(int n) {
  long a, b;
  if (n < 2) {
    return n;
  }
#pragma omp task shared(a) firstprivate(n) if (n > 8)
  a = fibonacci(n - 1);
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

KEEP void adds(uint64_t *sum, uint64_t x) {
  *sum += x;
  BARRIER();
}

static uint64_t round_of(long seed) {
  static __thread double cells[2][CELLS];
  uint64_t sum = 0;
  long number = 0;
  for (int i = 0; i < CELLS; i++) {
    cells[0][i] = (double)((i * 7919 + seed) % 1009);
  }
  double *from = cells[0], *to = cells[1];
  for (int step = 0; step < 8; step++) {
#pragma omp parallel for num_threads(TEAM) schedule(dynamic, 16)
    for (int i = 0; i < CELLS; i++) {
      to[i] = relax(from, i);
    }
    double *other = from;
    from = to;
    to = other;
  }
#pragma omp parallel num_threads(TEAM)
  {
#pragma omp single
    number = fibonacci(12);
#pragma omp for
    for (int i = 0; i < 64; i++) {
#pragma omp critical
      adds(&sum, (uint64_t)(from[i * 8] * 1e6));
    }
  }
  CHECK(number == 144);
  ENDED_TIMES(relax, 8 * CELLS);
  ENDED_TIMES(fibonacci, 465);
  ENDED_TIMES(adds, 64);
  return sum;
}

static uint64_t work(long rounds, long seed) {
  uint64_t sum = 0;
  for (long i = 0; i < rounds; i++) {
    sum = sum * 31 + round_of(seed + i);
  }
  return sum;
}

NOTHING_SPECIAL
