/*
 * Ranks that pass a token round a ring and reduce: "mpi_ring GATE ROUNDS" waits before each of its
 * phases until the file GATE holds a number greater than the phase's. Each rank prints its pid first,
 * rank 0 the sum at the end.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define PHASES 3

static void await(const char *gate, int phase) {
  int open = -1;
  while (open <= phase) {
    FILE *file = fopen(gate, "r");
    if (file != NULL) {
      if (fscanf(file, "%d", &open) != 1) {
        open = -1;
      }
      fclose(file);
    }
    usleep(2000);
  }
}

static double exchange(double token, int rank, int size, int rounds) {
  double received = 0, sum = 0;
  for (int i = 0; i < rounds; i++) {
    MPI_Sendrecv(&token, 1, MPI_DOUBLE, (rank + 1) % size, 1, &received, 1, MPI_DOUBLE,
                 (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(&received, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    token = received * 0.5 + sum * 0.25 + rank;
    if (i % 10 == 0) {
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  return token;
}

int main(int argc, char **argv) {
  int rank, size;
  if (argc < 3) {
    return 2;
  }
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  printf("pid %d rank %d\n", (int)getpid(), rank);
  fflush(stdout);
  double token = rank + 1;
  for (int phase = 0; phase < PHASES; phase++) {
    await(argv[1], phase);
    MPI_Barrier(MPI_COMM_WORLD);
    token = exchange(token, rank, size, atoi(argv[2]));
    if (rank == 0) {
      printf("phase %d token %a\n", phase, token);
      fflush(stdout);
    }
  }
  await(argv[1], PHASES);
  MPI_Finalize();
  return 0;
}
