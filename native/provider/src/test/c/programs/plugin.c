/* A library that is loaded and unloaded, and a library that throws nothing. */
#include <stdint.h>

__attribute__((visibility("default"), noinline)) uint64_t plugin_step(uint64_t x) {
  return x * 6364136223846793005ull + 1442695040888963407ull;
}

__attribute__((visibility("default"), noinline)) uint64_t plugin_call(uint64_t x) {
  uint64_t y = plugin_step(x);
  __asm__ volatile("" : "+r"(y));
  return y ^ x;
}
