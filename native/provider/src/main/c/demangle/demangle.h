/* Translates linker names into names as programmers wrote them. */
#ifndef FLOWGAUGE_DEMANGLE_H
#define FLOWGAUGE_DEMANGLE_H

#include <stddef.h>

/* All functions write at most size bytes, including the final 0, and return the length of the plain name, or
   0 if the name is of another kind, malformed or too long. They never fail otherwise, whatever the name. */

/* rustc's names until 2025: C++'s nested names that end in a hash, which is left out. */
int demangle_rust_legacy(const char *name, char *plain, size_t size);

/* rustc's v0 names (RFC 2603), without the crates' hashes. Identifiers that are not ASCII stay in
   Punycode, marked so. */
int demangle_rust_v0(const char *name, char *plain, size_t size);

/* gfortran's procedures of modules: module::procedure. */
int demangle_fortran(const char *name, char *plain, size_t size);

#endif
