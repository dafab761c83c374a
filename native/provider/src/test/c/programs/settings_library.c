/* A variable of a library that the program uses, too. */
int shared_limit = 10;

int library_limit(void) {
  return shared_limit;
}
