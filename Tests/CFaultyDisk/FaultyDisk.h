#ifndef FAULTY_DISK_INTERNAL_H
#define FAULTY_DISK_INTERNAL_H

#include "faulty_disk.h"

#include <pthread.h>
#include <sqlite3.h>

enum OperationKind { OperationWrite, OperationTruncate, OperationSync, OperationDelete };

typedef struct {
    enum OperationKind kind;
    /// Index in `FaultyDisk.names`.
    int file;
    sqlite3_int64 offset;
    int length;
    unsigned char *bytes;
} Operation;

enum { MaximumFiles = 16, MaximumName = 256 };

struct FaultyDisk {
    pthread_mutex_t lock;
    char folder[1024];
    char names[MaximumFiles][MaximumName];
    int fileCount;
    Operation *operations;
    int64_t count, capacity;
    int64_t calls, failures;
    enum FaultyDiskFailure failure;
    int64_t failFrom, failCount;
    pthread_cond_t released;
    int holdsSyncs;
    int64_t heldSyncs;
};

/// The disk that watches the folder of a file, and the file's index there; NULL if the folder is not watched.
FaultyDisk *faulty_disk_of(const char *path, int *file);

/// Appends an operation to a disk's, with a copy of the bytes of a write.
void faulty_disk_record(FaultyDisk *disk, Operation operation, const void *bytes);

/// Waits while syncs are held.
void faulty_disk_wait(FaultyDisk *disk);

#endif
