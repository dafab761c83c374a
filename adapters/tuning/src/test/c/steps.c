/* Takes steps of a length given by a variable until its input ends, then prints how many it took. */
#include <poll.h>
#include <stdio.h>
#include <time.h>

volatile int step_micros = 1000;
volatile int unused_micros = 1;

__attribute__((noinline)) long take_step(void) {
  struct timespec pause = {0, step_micros * 1000L};
  nanosleep(&pause, NULL);
  return unused_micros;
}

int main(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  long steps = 0, sum = 0;
  while (poll(&input, 1, 0) == 0) {
    sum += take_step();
    steps++;
  }
  printf("%ld\n", steps);
  return sum < 0;
}
