/* A library of functions that take the place of those in replaced.cpp. */
#include <cstdint>
#include <stdexcept>
#include <string>

static std::string *made = new std::string(100, 'c'); /* by a constructor, when it is loaded */

extern "C" {
int64_t mixed_new(int a, int64_t b, double c, const char *d, int e, int f, int g, int64_t h) {
  return 1000000 * (a + b + (int64_t)c + d[0] + e + f + g + h) + (int64_t)made->size();
}

int thrown_new(int k) {
  if (k < 0) {
    throw std::runtime_error("new");
  }
  return 10 * k;
}

int64_t step_new(int64_t sum, int64_t k) { return (sum << 5) - sum + k; }

int waiting_new(int ms) { return -ms; }

int tiny_new(void) { return 2; }

double other(double a) { return a; }

int number = 5;
}
