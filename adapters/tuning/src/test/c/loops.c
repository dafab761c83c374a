/* Runs short parallel loops one after another until its input ends; prints how many there were, and a sum
   that shows whether all were complete. */
#include <poll.h>
#include <stdio.h>

enum { SIZE = 20000, SELDOM = 64 };

static double cells[SIZE];

__attribute__((noinline)) double sweep(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < SIZE; k++) {
    cells[k] = cells[k] * 0.5 + 1;
    sum += cells[k] > 0;
  }
  return sum;
}

/* Asks for a single thread and may be unable to handle more. */
__attribute__((noinline)) int alone(int threads) {
  int came = 0;
#pragma omp parallel num_threads(threads)
  {
#pragma omp atomic
    came++;
  }
  return came;
}

int main(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  long sweeps = 0, wrong = 0;
  while (poll(&input, 1, 0) == 0) {
    wrong += sweep() != SIZE;
    if (sweeps % SELDOM == 0) wrong += alone(1) != 1;
    sweeps++;
  }
  printf("%ld sweeps, %ld of them wrong\n", sweeps, wrong);
  return 0;
}
