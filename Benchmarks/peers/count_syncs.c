/* Counts a program's disk writes: LD_PRELOAD=count_syncs.so COUNT_FILE=path program. The file's first 8
   bytes are the number of calls of fsync and fdatasync, in the machine's order. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic uint64_t before_start, *count = &before_start;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("COUNT_FILE");
    int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0 || ftruncate(file, sizeof *count) != 0) return;
    void *memory = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory != MAP_FAILED) count = memory;
}

int fsync(int file) {
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    atomic_fetch_add_explicit(count, 1, memory_order_relaxed);
    return (int)syscall(SYS_fdatasync, file);
}
