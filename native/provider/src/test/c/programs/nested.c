/* Waits in functions that call each other, for a process that reads its stack. */
#include <stdio.h>

#define KEEP __attribute__((noinline, noclone))

KEEP int inner(int depth) {
  int c = depth > 0 ? inner(depth - 1) : getchar();
  __asm__ volatile("" : "+r"(c));
  return c + 1;
}

KEEP int middle(int depth) {
  int c = inner(depth);
  __asm__ volatile("" : "+r"(c));
  return c - 1;
}

KEEP int outer(int depth) {
  volatile char room[100] = {1};
  int c = middle(depth + room[0]);
  __asm__ volatile("" : "+r"(c));
  return c - room[0];
}

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  puts("ready");
  while (outer(1) != EOF) {
    puts(".");
  }
  return 7;
}
