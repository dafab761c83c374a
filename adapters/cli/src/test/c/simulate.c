/*
 * MPI ranks that relax a rod: "fg-simulate STEPS". Each exchanges its ends with its neighbours in every
 * step, and all agree on the residual in every tenth. Rank 0 does twice the work of the others.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 100000

static double now[CELLS + 2], next[CELLS + 2];

__attribute__((noinline)) static double relax(void) {
  double change = 0;
  for (long k = 1; k <= CELLS; k++) {
    next[k] = 0.5 * (now[k - 1] + now[k + 1]);
    change += fabs(next[k] - now[k]);
  }
  for (long k = 1; k <= CELLS; k++) {
    now[k] = next[k];
  }
  return change;
}

int main(int argc, char **argv) {
  int rank, size;
  double change = 0, all = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  now[0] = rank == 0 ? 1 : 0;
  int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  for (int step = 0; step < atoi(argv[1]); step++) {
    change = relax();
    if (rank == 0) {
      change += relax();
    }
    MPI_Sendrecv(&now[CELLS], 1, MPI_DOUBLE, right, 1, &now[0], 1, MPI_DOUBLE, left, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&now[1], 1, MPI_DOUBLE, left, 2, &now[CELLS + 1], 1, MPI_DOUBLE, right, 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0) {
      now[0] = 1;
    }
    if (step % 10 == 9) {
      MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
  }
  if (rank == 0) {
    printf("%a\n", all);
  }
  MPI_Finalize();
  return 0;
}
