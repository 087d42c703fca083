#include "CHearthSQL.h"
#include "Log.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct File {
    sqlite3_file base;
    sqlite3_file *real;
    /// A buffer for a page with its checksum; used for database files only.
    unsigned char *page;
    int pageCapacity;
    int isDatabase;
    int hasSums;
    int ignoresSums;
    int allowsEmptyPages;
    /// For database files: the log that belongs to it, and the key of the log that was checked.
    LogMark mark;
    uint32_t knownLog;
    int logHasRest;
    /// The log's index in shared memory.
    const volatile unsigned char *index;
    /// For logs: the database's file.
    struct File *database;
} File;

#define FILE_OF(file) ((File *)(file))
#define REAL(file) (FILE_OF(file)->real)
#define CALL(file, method, ...) REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__)

// The header of a database's file, on its first page.
enum { headerBytes = 100, reservedAt = 20, leastPage = 512 };

/// Whether a range is a whole page: SQLite accesses database files only by page, except for the header.
static int isPage(int length, sqlite3_int64 offset) {
    return length >= leastPage && (length & (length - 1)) == 0 && offset % length == 0;
}

static void noteHeader(File *file, const unsigned char *bytes, int length, sqlite3_int64 offset) {
    if (offset != 0 || length < headerBytes || memcmp(bytes, "SQLite format 3", 16) != 0) return;
    file->hasSums = bytes[reservedAt] == hearth_sql_reserved;
}

/// Whether a range contains the mark.
static int hasMark(const File *file, int length, sqlite3_int64 offset) {
    return file->hasSums && offset == 0 && length >= headerBytes;
}

// MARK: Sums

static uint32_t load(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store(uint32_t value, unsigned char *bytes) {
    for (int index = 0; index < 4; index++) bytes[index] = (unsigned char)(value >> (8 * index));
}

typedef struct {
    uint32_t first, second;
} Sum;

static void add(Sum *sum, const unsigned char *bytes, int length) {
    for (int index = 0; index < length; index += 8) {
        sum->first += load(bytes + index) + sum->second;
        sum->second += load(bytes + index + 4) + sum->first;
    }
}

/// The checksum of a page, computed like that of WAL frames (sqlite.org/fileformat.html, section 4.2) but starting with
/// the page number: any change of a single word changes it, and pages cannot be swapped. The log's mark is written
/// separately, so it counts as zeros.
static Sum sumOf(const unsigned char *page, int length, sqlite3_int64 offset) {
    static const unsigned char noMark[logMarkBytes];
    uint64_t number = (uint64_t)(offset / length) + 1;
    Sum sum = {(uint32_t)number, (uint32_t)(number >> 32)};
    int begin = 0;
    if (offset == 0) {
        add(&sum, page, logMarkAt);
        add(&sum, noMark, logMarkBytes);
        begin = logMarkAt + logMarkBytes;
    }
    add(&sum, page + begin, length - hearth_sql_reserved - begin);
    return sum;
}

static void putSum(unsigned char *page, int length, sqlite3_int64 offset) {
    Sum sum = sumOf(page, length, offset);
    unsigned char *end = page + length - hearth_sql_reserved;
    store(sum.first, end);
    store(sum.second, end + 4);
}

static int isEmpty(const unsigned char *page, int length) {
    return page[0] == 0 && memcmp(page, page + 1, (size_t)(length - 1)) == 0;
}

static int isSound(const unsigned char *page, int length, sqlite3_int64 offset) {
    Sum sum = sumOf(page, length, offset);
    const unsigned char *end = page + length - hearth_sql_reserved;
    return load(end) == sum.first && load(end + 4) == sum.second;
}

// MARK: Files

static int closeFile(sqlite3_file *file) {
    int result = CALL(file, xClose);
    free(FILE_OF(file)->page);
    free(REAL(file));
    return result;
}

// MARK: The log of a file

/// The offset of the last frame of a complete transaction in the index (sqlite.org/walformat.html, section 2.1.1).
enum { lastFrameAt = 16 };

static uint32_t lastFrame(const File *database) {
    uint32_t frame = 0;
    for (int index = 0; index < 4; index++) ((unsigned char *)&frame)[index] = database->index[lastFrameAt + index];
    return frame;
}

static int writeMark(File *database, LogMark mark) {
    unsigned char bytes[logMarkBytes];
    storeLogMark(&mark, bytes);
    int result = database->real->pMethods->xWrite(database->real, bytes, logMarkBytes, logMarkAt);
    if (result == SQLITE_OK) database->mark = mark;
    return result;
}

/// Called when a log begins with this header: before it is written, the mark in the file is updated durably.
static int beginLog(File *log, const unsigned char *header) {
    File *database = log->database;
    uint32_t key = logKey(header);
    if (!database || !database->hasSums || key == 0 || key == database->mark.key) return SQLITE_OK;
    unsigned char former[logHeaderBytes];
    sqlite3_int64 size = 0;
    int result = log->real->pMethods->xFileSize(log->real, &size);
    if (result == SQLITE_OK && size >= logHeaderBytes)
        result = log->real->pMethods->xRead(log->real, former, logHeaderBytes, 0);
    if (result != SQLITE_OK) return result;
    LogMark mark = {key, 0, 0, 0};
    if (size >= logHeaderBytes) mark.formerKey = logKey(former);
    // A removed log may exist again after a power failure.
    else mark.formerKey = database->mark.key != 0 ? database->mark.key : noLogKey;
    if (mark.formerKey == database->mark.key) mark.formerFrames = database->mark.frames;
    else if (mark.formerKey == database->mark.formerKey) mark.formerFrames = database->mark.formerFrames;
    LogMark before = database->mark;
    result = writeMark(database, mark);
    if (result == SQLITE_OK) result = database->real->pMethods->xSync(database->real, SQLITE_SYNC_NORMAL);
    if (result == SQLITE_OK) database->knownLog = key;
    else database->mark = before;
    return result;
}

/// Called before frames of the log, which are durable, are copied into the file.
static int noteFrames(File *database) {
    if (!database->index || database->mark.key == 0 || database->mark.key != database->knownLog) return SQLITE_OK;
    LogMark mark = database->mark;
    mark.frames = lastFrame(database);
    return mark.frames == database->mark.frames ? SQLITE_OK : writeMark(database, mark);
}

/// Called before an existing log is read.
static int checkLog(File *log, const unsigned char *header) {
    File *database = log->database;
    uint32_t key = logKey(header);
    if (!database || !database->hasSums || database->ignoresSums || (key != 0 && key == database->knownLog)) return SQLITE_OK;
    LogContent content;
    int result = readLog(log->real, &content);
    if (result != SQLITE_OK) return result;
    if (!adoptLog(&database->mark, &content)) {
        sqlite3_log(hearth_sql_foreign_log, "the log does not belong to the file");
        return hearth_sql_foreign_log;
    }
    database->knownLog = content.key;
    database->logHasRest = content.hasRest;
    return SQLITE_OK;
}

// MARK: Reading and writing

/// Whether the file ends within a page. SQLite itself would read the missing bytes as zeros.
static int isCutWithin(File *own, int length, sqlite3_int64 offset) {
    sqlite3_int64 size = 0;
    if (!own->isDatabase || !own->hasSums || own->ignoresSums || !isPage(length, offset)) return 0;
    return own->real->pMethods->xFileSize(own->real, &size) == SQLITE_OK && size > offset && size < offset + length;
}

static int readFile(sqlite3_file *file, void *bytes, int length, sqlite3_int64 offset) {
    int result = CALL(file, xRead, bytes, length, offset);
    File *own = FILE_OF(file);
    if (result == SQLITE_IOERR_SHORT_READ && isCutWithin(own, length, offset)) {
        sqlite3_log(hearth_sql_wrong_sum, "page %lld is cut short", offset / length + 1);
        return hearth_sql_wrong_sum;
    }
    if (result != SQLITE_OK) return result;
    if (!own->isDatabase) return offset == 0 && length == logHeaderBytes ? checkLog(own, bytes) : SQLITE_OK;
    noteHeader(own, bytes, length, offset);
    if (own->hasSums && !own->ignoresSums && isPage(length, offset) && !isSound(bytes, length, offset)
        && !(own->allowsEmptyPages && isEmpty(bytes, length))) {
        sqlite3_log(hearth_sql_wrong_sum, "page %lld has a wrong checksum", offset / length + 1);
        return hearth_sql_wrong_sum;
    }
    if (hasMark(own, length, offset)) {
        unsigned char *mark = (unsigned char *)bytes + logMarkAt;
        // A mark that is already known is newer than the file's.
        if (own->knownLog == 0) loadLogMark(&own->mark, mark);
        memset(mark, 0, logMarkBytes);
    }
    return SQLITE_OK;
}

static int writeFile(sqlite3_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    File *own = FILE_OF(file);
    if (!own->isDatabase) {
        int result = offset == 0 && length == logHeaderBytes ? beginLog(own, bytes) : SQLITE_OK;
        return result == SQLITE_OK ? CALL(file, xWrite, bytes, length, offset) : result;
    }
    noteHeader(own, bytes, length, offset);
    // In a copy an empty page stays empty: with a checksum, its lost content would look sound.
    if (!own->hasSums || !isPage(length, offset) || (own->allowsEmptyPages && isEmpty(bytes, length)))
        return CALL(file, xWrite, bytes, length, offset);
    int result = noteFrames(own);
    if (result != SQLITE_OK) return result;
    if (own->pageCapacity < length) {
        unsigned char *page = realloc(own->page, (size_t)length);
        if (!page) return SQLITE_IOERR_NOMEM;
        own->page = page;
        own->pageCapacity = length;
    }
    memcpy(own->page, bytes, (size_t)length);
    if (hasMark(own, length, offset)) storeLogMark(&own->mark, own->page + logMarkAt);
    putSum(own->page, length, offset);
    return CALL(file, xWrite, own->page, length, offset);
}

static int control(sqlite3_file *file, int operation, void *argument) {
    File *own = FILE_OF(file);
    switch (operation) {
    case hearth_sql_has_sums:
        *(int *)argument = own->hasSums;
        return SQLITE_OK;
    case hearth_sql_write_sums:
        own->hasSums = 1;
        return SQLITE_OK;
    case hearth_sql_log_has_rest:
        *(int *)argument = own->logHasRest;
        return SQLITE_OK;
    case hearth_sql_ignore_sums:
        own->ignoresSums = *(int *)argument;
        return SQLITE_OK;
    case hearth_sql_allow_empty_pages:
        own->allowsEmptyPages = *(int *)argument;
        return SQLITE_OK;
    default:
        return CALL(file, xFileControl, operation, argument);
    }
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) { return CALL(file, xTruncate, size); }
static int syncFile(sqlite3_file *file, int flags) { return CALL(file, xSync, flags); }
static int fileSize(sqlite3_file *file, sqlite3_int64 *size) { return CALL(file, xFileSize, size); }
static int lockFile(sqlite3_file *file, int lock) { return CALL(file, xLock, lock); }
static int unlockFile(sqlite3_file *file, int lock) { return CALL(file, xUnlock, lock); }
static int checkLock(sqlite3_file *file, int *result) { return CALL(file, xCheckReservedLock, result); }
static int sectorSize(sqlite3_file *file) { return CALL(file, xSectorSize); }
static int characteristics(sqlite3_file *file) { return CALL(file, xDeviceCharacteristics); }
static int mapShared(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
    int result = CALL(file, xShmMap, page, size, extend, memory);
    if (page == 0 && result == SQLITE_OK && *memory) FILE_OF(file)->index = *memory;
    return result;
}
static int lockShared(sqlite3_file *file, int offset, int count, int flags) {
    return CALL(file, xShmLock, offset, count, flags);
}
static void barrier(sqlite3_file *file) { CALL(file, xShmBarrier); }
static int unmapShared(sqlite3_file *file, int delete) {
    FILE_OF(file)->index = NULL;
    return CALL(file, xShmUnmap, delete);
}

/// Version 2, without memory mapping: pages that SQLite maps would not be checked.
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

// MARK: The VFS

/// The default VFS, which may change: tests install a failing disk below.
static sqlite3_vfs *below(void) { return sqlite3_vfs_find(NULL); }

static int openFile(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *outFlags) {
    (void)self;
    sqlite3_vfs *vfs = below();
    File *own = FILE_OF(file);
    memset(own, 0, sizeof *own);
    own->real = calloc(1, (size_t)vfs->szOsFile);
    if (!own->real) return SQLITE_NOMEM;
    int result = vfs->xOpen(vfs, name, own->real, flags, outFlags);
    if (result != SQLITE_OK) {
        if (own->real->pMethods) CALL(file, xClose);
        free(own->real);
        return result;
    }
    own->isDatabase = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    if (flags & SQLITE_OPEN_WAL) own->database = FILE_OF(sqlite3_database_file_object(name));
    file->pMethods = &methods;
    return SQLITE_OK;
}

static int deleteFile(sqlite3_vfs *self, const char *name, int syncsFolder) {
    (void)self;
    return below()->xDelete(below(), name, syncsFolder);
}
static int access(sqlite3_vfs *self, const char *name, int flags, int *result) {
    (void)self;
    return below()->xAccess(below(), name, flags, result);
}

static sqlite3_vfs vfs;

static void install(void) {
    sqlite3_vfs *real = below();
    if (!real) return;
    // The other methods, such as those for names and times, are the default VFS's.
    vfs = *real;
    vfs.zName = "hearth";
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(File);
    vfs.xOpen = openFile;
    vfs.xDelete = deleteFile;
    vfs.xAccess = access;
    if (sqlite3_vfs_register(&vfs, 0) != SQLITE_OK) vfs.zName = NULL;
}

const char *hearth_sql_vfs(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    return vfs.zName;
}
