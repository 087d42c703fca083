#include <unistd.h>
#include <uv.h>

/* The number of processors that the process may run on, if libuv is 1.44 or newer. */
static inline unsigned hearth_usable_processors(void) {
#if UV_VERSION_HEX >= ((1 << 16) | (44 << 8))
    return uv_available_parallelism();
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
#endif
}
