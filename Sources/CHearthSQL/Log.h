#ifndef HEARTH_SQL_LOG_H
#define HEARTH_SQL_LOG_H

#include <sqlite3.h>
#include <stdint.h>

/// Identifies the log (-wal) that belongs to a database file. It is stored in the file's header, in bytes that SQLite
/// reserves and neither reads nor changes (sqlite.org/fileformat.html, section 1.3, "Reserved for expansion"). Each
/// restart of a log changes its salts, from which the key is computed; 0 means none.
typedef struct {
    uint32_t key;
    /// The number of its frames that were synced when it was last copied into the file.
    uint32_t frames;
    /// The previous log, which is completely in the file. It is still beside the file after a crash before the new
    /// log's first byte. 0 if unknown.
    uint32_t formerKey, formerFrames;
} LogMark;

enum { logMarkAt = 72, logMarkBytes = 16 };

/// A key that no log has: there is no previous log.
static const uint32_t noLogKey = 0xffffffff;

void loadLogMark(LogMark *mark, const unsigned char *bytes);
void storeLogMark(const LogMark *mark, unsigned char *bytes);

/// The key of a log, computed from its header; 0 if the header is invalid.
uint32_t logKey(const unsigned char *header);

enum { logHeaderBytes = 32 };

/// The content of a log (sqlite.org/fileformat.html, section 4).
typedef struct {
    /// 0 if its header is unreadable; the header is all zeros if `isBlank`.
    uint32_t key;
    int isBlank;
    /// The number of frames up to the end of the last complete transaction.
    uint32_t frames;
    /// Whether later frames belong to the log's successor: it was copied while that one began.
    int isMixed;
    /// Whether the last complete transaction is followed by the end of an unreadable one: it was being written when
    /// power failed, or the disk has changed a byte of it.
    int hasRest;
} LogContent;

/// Reads a whole log.
///
/// Returns a result code of SQLite.
int readLog(sqlite3_file *log, LogContent *content);

/// Whether a log and a file with this mark form a consistent database. If so, adapts the mark to the log.
int adoptLog(LogMark *mark, const LogContent *content);

#endif
