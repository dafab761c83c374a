/* Relaxes a grid over all ranks; neighbours exchange rows after every step.
   Usage: rows SIZE STEPS; prints the result. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int size = argc > 1 ? atoi(argv[1]) : 200, steps = argc > 2 ? atoi(argv[2]) : 1000;
  int above = rank > 0 ? rank - 1 : MPI_PROC_NULL, below = rank < ranks - 1 ? rank + 1 : MPI_PROC_NULL;
  int rows = size / ranks;
  double *now = calloc((size_t)(rows + 2) * size, sizeof *now), *next = calloc((size_t)(rows + 2) * size, sizeof *next);
  for (int r = 0; r < rows + 2; r++) {
    now[r * size] = next[r * size] = 1;
  }
  double change = 0, most = 0;
  for (int step = 0; step < steps; step++) {
    MPI_Sendrecv(now + size, size, MPI_DOUBLE, above, 0, now + (rows + 1) * size, size, MPI_DOUBLE, below, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(now + rows * size, size, MPI_DOUBLE, below, 1, now, size, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    change = 0;
    for (int r = 1; r <= rows; r++) {
      for (int c = 1; c < size - 1; c++) {
        int at = r * size + c;
        next[at] = 0.25 * (now[at - size] + now[at + size] + now[at - 1] + now[at + 1]);
        double by = next[at] > now[at] ? next[at] - now[at] : now[at] - next[at];
        change = by > change ? by : change;
      }
    }
    double *swapped = now;
    now = next;
    next = swapped;
    MPI_Allreduce(&change, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  }
  if (rank == 0) {
    printf("%.17g after %d steps on %d ranks\n", most, steps, ranks);
  }
  MPI_Finalize();
  return 0;
}
