/* Tests the measured length of the counter's tick, also for two moments between which the machine has
 * slept. */
#include "flowgauge_log.c" /* The tested functions are static. */

static void require(int condition) {
  if (!condition) {
    abort();
  }
}

int main(void) {
  const uint64_t gigahertz = UINT64_C(1) << 32; /* A tick takes a nanosecond. */
  require(tsc_length(SECOND, SECOND, 0) == gigahertz);
  require(tsc_length(SECOND, SECOND + 100000, gigahertz) < gigahertz); /* The clock is being adjusted. */
  require(tsc_length(SECOND, SECOND + 100000, gigahertz) > gigahertz - (gigahertz >> 10));
  require(tsc_length(SECOND, 3 * SECOND, gigahertz) == 0); /* It slept for two seconds. */
  require(tsc_length(SECOND, 3600 * SECOND, 0) == 0);      /* An hour, before anything was known. */
  require(tsc_length(SECOND, 0, gigahertz) == 0);          /* The counter started over. */
  puts("ok");
  return 0;
}
