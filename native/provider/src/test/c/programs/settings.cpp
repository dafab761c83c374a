/* Prints its variables for every line that it reads; "N" as a line computes with N threads first. */
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

extern "C" int shared_limit; /* copied into the program where it is no PIE */
extern "C" int library_limit(void);

int plain = -5;
unsigned char small = 200;
static volatile short hidden = 7;
volatile int64_t wide = INT64_C(1) << 40;
double fraction = 0.25;
float single = 1.5f;
bool flag = false;
extern const int fixed;
const int fixed = 3;
thread_local int own = 1;
char text[3] = {'a', 'b', 0};
enum Mode { OFF, ON } mode = OFF;
namespace pov::camera {
int level = 4;
}
static volatile int twice = 1;
namespace other {
int twice = 2;
}

/* What it gives does not depend on the variable that it reads. */
extern "C" int64_t work(int64_t n) {
  int64_t sum = 0;
  for (int64_t k = 0; k < n; k++) {
    sum = sum * 31 + (k ^ (wide == -1 ? 2 : 1));
  }
  return sum;
}

static int calls() {
  static int counter = 0;
  return counter++;
}

int main() {
  char line[64];
  const int *volatile fixed_at = &fixed;
  while (fgets(line, sizeof line, stdin)) {
    int threads = atoi(line);
    int64_t sum = 0;
    std::vector<std::thread> all;
    std::vector<int64_t> sums(threads > 0 ? threads : 0);
    for (int k = 0; k < threads; k++) {
      all.emplace_back([&sums, k] { sums[k] = work(40000000 + k); });
    }
    for (std::thread &each : all) {
      each.join();
    }
    for (int64_t each : sums) {
      sum ^= each;
    }
    printf("%d %u %d %" PRId64 " %g %g %d %d %d %d %d %d %d %d %d %" PRId64 "\n", plain, small, hidden,
           (int64_t)wide, fraction, single, flag, *fixed_at, own, mode, pov::camera::level, twice + other::twice,
           shared_limit, library_limit(), calls(), sum);
    fflush(stdout);
  }
  return text[2];
}
