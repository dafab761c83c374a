/* A program to measure: for each line it reads it calls middle() as often as the line says, and reports it.
   With a second argument it works without being asked. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) double leaf(double x) {
  for (int i = 1; i < 50; i++) {
    x = x / i + 1;
  }
  return x;
}

__attribute__((noinline)) double middle(double x) {
  double sum = 0;
  for (int i = 0; i < 10; i++) {
    sum += leaf(x + i);
  }
  return sum;
}

int main(int argc, char **argv) {
  long rounds = argc > 1 ? atol(argv[1]) : 1;
  double sum = 0;
  while (argc > 2 || getchar() == '\n') {
    for (long k = 0; k < rounds; k++) {
      sum += middle((double)k);
    }
    if (argc == 2) {
      printf("%.3f\n", sum);
      fflush(stdout);
    }
  }
  return 5;
}
