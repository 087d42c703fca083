#include "FaultyDisk.h"

#include <stdlib.h>
#include <string.h>

// The VFS: every method counts and records the call, then calls the real one.

typedef struct {
    sqlite3_file base;
    FaultyDisk *disk;
    int index;
    sqlite3_file *real;
} File;

static sqlite3_vfs vfs;
static sqlite3_vfs *realVfs;

static int isRefused(FaultyDisk *disk, int isWrite) {
    pthread_mutex_lock(&disk->lock);
    int refused = 0;
    if (disk->failure != FaultyDiskFailureFull || isWrite) {
        disk->calls += 1;
        refused = disk->failure != FaultyDiskFailureNone && disk->calls >= disk->failFrom
            && disk->calls - disk->failFrom < disk->failCount;
        if (refused) disk->failures += 1;
    }
    int isFull = disk->failure == FaultyDiskFailureFull;
    pthread_mutex_unlock(&disk->lock);
    return refused ? (isFull ? SQLITE_FULL : SQLITE_IOERR) : SQLITE_OK;
}

void faulty_disk_record(FaultyDisk *disk, Operation operation, const void *bytes) {
    pthread_mutex_lock(&disk->lock);
    if (disk->count == disk->capacity) {
        disk->capacity = disk->capacity ? disk->capacity * 2 : 256;
        disk->operations = realloc(disk->operations, sizeof(Operation) * (size_t)disk->capacity);
    }
    if (bytes) {
        operation.bytes = malloc((size_t)operation.length);
        memcpy(operation.bytes, bytes, (size_t)operation.length);
    }
    disk->operations[disk->count++] = operation;
    pthread_mutex_unlock(&disk->lock);
}

#define FILE_OF(file) ((File *)(file))
#define REAL(file) (FILE_OF(file)->real)
/// Fails with the code of this kind of call, unless the disk is full.
#define CHECK(file, isWrite, code) \
    do { \
        int refusal = FILE_OF(file)->disk ? isRefused(FILE_OF(file)->disk, isWrite) : SQLITE_OK; \
        if (refusal == SQLITE_FULL) return SQLITE_FULL; \
        if (refusal != SQLITE_OK) return (code); \
    } while (0)

static int closeFile(sqlite3_file *file) {
    int result = REAL(file)->pMethods ? REAL(file)->pMethods->xClose(REAL(file)) : SQLITE_OK;
    free(REAL(file));
    return result;
}

static int readFile(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    CHECK(file, 0, SQLITE_IOERR_READ);
    return REAL(file)->pMethods->xRead(REAL(file), bytes, length, offset);
}

static int writeFile(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    CHECK(file, 1, SQLITE_IOERR_WRITE);
    int result = REAL(file)->pMethods->xWrite(REAL(file), bytes, length, offset);
    if (result == SQLITE_OK && FILE_OF(file)->disk)
        faulty_disk_record(FILE_OF(file)->disk, (Operation){OperationWrite, FILE_OF(file)->index, offset, length, NULL}, bytes);
    return result;
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
    CHECK(file, 1, SQLITE_IOERR_TRUNCATE);
    int result = REAL(file)->pMethods->xTruncate(REAL(file), size);
    if (result == SQLITE_OK && FILE_OF(file)->disk)
        faulty_disk_record(FILE_OF(file)->disk, (Operation){OperationTruncate, FILE_OF(file)->index, size, 0, NULL}, NULL);
    return result;
}

static int syncFile(sqlite3_file *file, int flags) {
    CHECK(file, 0, SQLITE_IOERR_FSYNC);
    // The test need not wait for the real disk.
    (void)flags;
    if (FILE_OF(file)->disk) faulty_disk_wait(FILE_OF(file)->disk);
    if (FILE_OF(file)->disk)
        faulty_disk_record(FILE_OF(file)->disk, (Operation){OperationSync, FILE_OF(file)->index, 0, 0, NULL}, NULL);
    return SQLITE_OK;
}

static int fileSize(sqlite3_file *file, sqlite3_int64 *size) {
    CHECK(file, 0, SQLITE_IOERR_FSTAT);
    return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int lockFile(sqlite3_file *file, int lock) { return REAL(file)->pMethods->xLock(REAL(file), lock); }
static int unlockFile(sqlite3_file *file, int lock) { return REAL(file)->pMethods->xUnlock(REAL(file), lock); }
static int checkLock(sqlite3_file *file, int *result) {
    return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}
static int control(sqlite3_file *file, int operation, void *argument) {
    return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}
static int sectorSize(sqlite3_file *file) {
    (void)file;
    return 512;
}
/// No guarantees: sectors may be torn, and writes reordered.
static int characteristics(sqlite3_file *file) {
    (void)file;
    return 0;
}
static int mapShared(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    CHECK(file, extend, SQLITE_IOERR_SHMMAP);
    return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, memory);
}
static int lockShared(sqlite3_file *file, int offset, int count, int flags) {
    return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}
static void barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }
static int unmapShared(sqlite3_file *file, int delete) {
    return REAL(file)->pMethods->xShmUnmap(REAL(file), delete);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = closeFile,
    .xRead = readFile,
    .xWrite = writeFile,
    .xTruncate = truncateFile,
    .xSync = syncFile,
    .xFileSize = fileSize,
    .xLock = lockFile,
    .xUnlock = unlockFile,
    .xCheckReservedLock = checkLock,
    .xFileControl = control,
    .xSectorSize = sectorSize,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = mapShared,
    .xShmLock = lockShared,
    .xShmBarrier = barrier,
    .xShmUnmap = unmapShared,
};

static int openFile(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *outFlags) {
    (void)self;
    int index = 0;
    FaultyDisk *disk = name ? faulty_disk_of(name, &index) : NULL;
    file->pMethods = NULL;
    // Unwatched files belong to the real VFS.
    if (!disk) return realVfs->xOpen(realVfs, name, file, flags, outFlags);
    int refusal = isRefused(disk, 0);
    if (refusal != SQLITE_OK) return refusal == SQLITE_FULL ? SQLITE_FULL : SQLITE_CANTOPEN;
    File *own = FILE_OF(file);
    own->disk = disk;
    own->index = index;
    own->real = calloc(1, (size_t)realVfs->szOsFile);
    int result = realVfs->xOpen(realVfs, name, own->real, flags, outFlags);
    if (result != SQLITE_OK) {
        free(own->real);
        return result;
    }
    file->pMethods = &methods;
    return SQLITE_OK;
}

static int deleteFile(sqlite3_vfs *self, const char *name, int syncsFolder) {
    (void)self;
    int index = 0;
    FaultyDisk *disk = faulty_disk_of(name, &index);
    if (disk && isRefused(disk, 0) != SQLITE_OK) return SQLITE_IOERR_DELETE;
    int result = realVfs->xDelete(realVfs, name, syncsFolder);
    if (result == SQLITE_OK && disk) {
        faulty_disk_record(disk, (Operation){OperationDelete, index, 0, 0, NULL}, NULL);
        if (syncsFolder) faulty_disk_record(disk, (Operation){OperationSync, index, 0, 0, NULL}, NULL);
    }
    return result;
}

static void install(void) {
    realVfs = sqlite3_vfs_find(NULL);
    vfs = *realVfs;
    vfs.zName = "faulty";
    vfs.pNext = NULL;
    vfs.szOsFile = realVfs->szOsFile > (int)sizeof(File) ? realVfs->szOsFile : (int)sizeof(File);
    vfs.xOpen = openFile;
    vfs.xDelete = deleteFile;
    sqlite3_vfs_register(&vfs, 1);
}

void faulty_disk_install(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}
