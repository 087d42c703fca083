#include <unistd.h>
#include <uv.h>

/* How many processors the process may run on; libuv has known it since 1.44. */
static inline unsigned hearth_usable_processors(void) {
#if UV_VERSION_HEX >= ((1 << 16) | (44 << 8))
    return uv_available_parallelism();
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
#endif
}
