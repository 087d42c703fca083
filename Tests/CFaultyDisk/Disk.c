#include "FaultyDisk.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void faulty_disk_install(void);

// The watched disks.

enum { MaximumDisks = 64 };

static pthread_mutex_t registryLock = PTHREAD_MUTEX_INITIALIZER;
static FaultyDisk *registry[MaximumDisks];

FaultyDisk *faulty_disk_watch(const char *folder) {
    faulty_disk_install();
    FaultyDisk *disk = calloc(1, sizeof(FaultyDisk));
    pthread_mutex_init(&disk->lock, NULL);
    pthread_cond_init(&disk->released, NULL);
    char resolved[PATH_MAX];
    if (!realpath(folder, resolved)) snprintf(resolved, sizeof(resolved), "%s", folder);
    snprintf(disk->folder, sizeof(disk->folder), "%.1000s/", resolved);
    FaultyDisk *registered = NULL;
    pthread_mutex_lock(&registryLock);
    for (int place = 0; place < MaximumDisks && !registered; place++) {
        if (registry[place]) continue;
        registry[place] = disk;
        registered = disk;
    }
    pthread_mutex_unlock(&registryLock);
    if (!registered) free(disk);
    return registered;
}

void faulty_disk_forget(FaultyDisk *disk) {
    pthread_mutex_lock(&registryLock);
    for (int place = 0; place < MaximumDisks; place++)
        if (registry[place] == disk) registry[place] = NULL;
    pthread_mutex_unlock(&registryLock);
    for (int64_t index = 0; index < disk->count; index++) free(disk->operations[index].bytes);
    free(disk->operations);
    pthread_cond_destroy(&disk->released);
    pthread_mutex_destroy(&disk->lock);
    free(disk);
}

FaultyDisk *faulty_disk_of(const char *path, int *file) {
    FaultyDisk *found = NULL;
    pthread_mutex_lock(&registryLock);
    for (int place = 0; place < MaximumDisks && !found; place++)
        if (registry[place] && strncmp(path, registry[place]->folder, strlen(registry[place]->folder)) == 0)
            found = registry[place];
    pthread_mutex_unlock(&registryLock);
    if (!found) return NULL;
    const char *name = path + strlen(found->folder);
    // Subfolders are not watched.
    if (strchr(name, '/')) return NULL;
    pthread_mutex_lock(&found->lock);
    int index = 0;
    while (index < found->fileCount && strcmp(found->names[index], name) != 0) index++;
    if (index == found->fileCount && index < MaximumFiles)
        snprintf(found->names[found->fileCount++], MaximumName, "%s", name);
    pthread_mutex_unlock(&found->lock);
    if (index >= MaximumFiles) return NULL;
    *file = index;
    return found;
}

static int64_t locked(FaultyDisk *disk, const int64_t *value) {
    pthread_mutex_lock(&disk->lock);
    int64_t result = *value;
    pthread_mutex_unlock(&disk->lock);
    return result;
}

int64_t faulty_disk_operations(FaultyDisk *disk) { return locked(disk, &disk->count); }
int64_t faulty_disk_calls(FaultyDisk *disk) { return locked(disk, &disk->calls); }
int64_t faulty_disk_failures(FaultyDisk *disk) { return locked(disk, &disk->failures); }

void faulty_disk_fail(FaultyDisk *disk, enum FaultyDiskFailure failure, int64_t from, int64_t count) {
    pthread_mutex_lock(&disk->lock);
    disk->failure = failure;
    disk->failFrom = from;
    disk->failCount = count;
    pthread_mutex_unlock(&disk->lock);
}

void faulty_disk_hold_syncs(FaultyDisk *disk, int holds) {
    pthread_mutex_lock(&disk->lock);
    disk->holdsSyncs = holds;
    pthread_cond_broadcast(&disk->released);
    pthread_mutex_unlock(&disk->lock);
}

int64_t faulty_disk_held_syncs(FaultyDisk *disk) { return locked(disk, &disk->heldSyncs); }

void faulty_disk_wait(FaultyDisk *disk) {
    pthread_mutex_lock(&disk->lock);
    disk->heldSyncs += 1;
    while (disk->holdsSyncs) pthread_cond_wait(&disk->released, &disk->lock);
    disk->heldSyncs -= 1;
    pthread_mutex_unlock(&disk->lock);
}

// The state after a power failure.

typedef struct {
    unsigned char *bytes;
    sqlite3_int64 size, capacity;
    int exists;
} Image;

/// SplitMix64 (Steele, Lea, Flood 2014).
static uint64_t next(uint64_t *state) {
    uint64_t mixed = (*state += 0x9E3779B97F4A7C15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static void reserve(Image *image, sqlite3_int64 size) {
    if (size > image->capacity) {
        sqlite3_int64 capacity = size * 2;
        image->bytes = realloc(image->bytes, (size_t)capacity);
        memset(image->bytes + image->capacity, 0, (size_t)(capacity - image->capacity));
        image->capacity = capacity;
    }
    if (size > image->size) image->size = size;
}

static void apply(Image *image, const Operation *operation, int isTorn, uint64_t *dice) {
    switch (operation->kind) {
    case OperationWrite:
        image->exists = 1;
        for (int start = 0; start < operation->length;) {
            sqlite3_int64 at = operation->offset + start;
            // To the end of the sector.
            int part = 512 - (int)(at % 512);
            if (part > operation->length - start) part = operation->length - start;
            if (!isTorn || next(dice) % 2) {
                reserve(image, at + part);
                memcpy(image->bytes + at, operation->bytes + start, (size_t)part);
            }
            start += part;
        }
        break;
    case OperationTruncate:
        if (operation->offset < image->size) {
            memset(image->bytes + operation->offset, 0, (size_t)(image->size - operation->offset));
            image->size = operation->offset;
        }
        break;
    case OperationDelete:
        if (image->size) memset(image->bytes, 0, (size_t)image->size);
        image->size = 0;
        image->exists = 0;
        break;
    case OperationSync: break;
    }
}

/// Randomly keeps, tears and loses unsynced writes, and reorders them on half of the disks.
static void chance(Image *image, const Operation **pending, int count, uint64_t *dice) {
    if (next(dice) % 2) {
        for (int index = count - 1; index > 0; index--) {
            int other = (int)(next(dice) % (uint64_t)(index + 1));
            const Operation *swapped = pending[index];
            pending[index] = pending[other];
            pending[other] = swapped;
        }
    }
    // From "nothing was lost" to "everything was".
    uint64_t kept = next(dice) % 101;
    for (int index = 0; index < count; index++) {
        if (next(dice) % 100 >= kept) continue;
        apply(image, pending[index], next(dice) % 3 == 0, dice);
    }
}

static int writeImage(const Image *image, const char *folder, const char *name) {
    char path[2048];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file) return errno;
    size_t written = image->size ? fwrite(image->bytes, 1, (size_t)image->size, file) : 0;
    int result = written == (size_t)image->size ? 0 : errno;
    if (fclose(file) != 0 && result == 0) result = errno;
    return result;
}

static int leave(FaultyDisk *disk, int64_t operations, int isPowerLost, uint64_t dice, const char *folder) {
    pthread_mutex_lock(&disk->lock);
    if (operations > disk->count) operations = disk->count;
    int result = 0;
    const Operation **pending = calloc((size_t)(operations > 0 ? operations : 1), sizeof(Operation *));
    for (int file = 0; file < disk->fileCount && result == 0; file++) {
        Image image = {0};
        int count = 0;
        for (int64_t index = 0; index < operations; index++) {
            const Operation *operation = &disk->operations[index];
            if (operation->file != file) continue;
            if (isPowerLost && operation->kind != OperationSync) {
                pending[count++] = operation;
                continue;
            }
            for (int done = 0; done < count; done++) apply(&image, pending[done], 0, &dice);
            count = 0;
            apply(&image, operation, 0, &dice);
        }
        chance(&image, pending, count, &dice);
        if (image.exists) result = writeImage(&image, folder, disk->names[file]);
        free(image.bytes);
    }
    free(pending);
    pthread_mutex_unlock(&disk->lock);
    return result;
}

int faulty_disk_lose_power(FaultyDisk *disk, int64_t operations, uint64_t seed, const char *folder) {
    return leave(disk, operations, 1, seed, folder);
}

int faulty_disk_leave(FaultyDisk *disk, int64_t operations, const char *folder) {
    return leave(disk, operations, 0, 0, folder);
}

int faulty_disk_adopt(FaultyDisk *disk, const char *name) {
    char path[2048];
    snprintf(path, sizeof(path), "%s%s", disk->folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) return errno == ENOENT ? 0 : errno;
    unsigned char *bytes = NULL;
    size_t size = 0, capacity = 0, count;
    do {
        if (size == capacity) bytes = realloc(bytes, capacity = capacity ? capacity * 2 : 1 << 16);
        count = fread(bytes + size, 1, capacity - size, file);
        size += count;
    } while (count > 0);
    int result = ferror(file) ? EIO : 0;
    fclose(file);
    int index = 0;
    if (result == 0 && faulty_disk_of(path, &index)) {
        faulty_disk_record(disk, (Operation){OperationWrite, index, 0, (int)size, NULL}, bytes);
        faulty_disk_record(disk, (Operation){OperationSync, index, 0, 0, NULL}, NULL);
    }
    free(bytes);
    return result;
}
