#ifndef HEARTH_SQL_LOG_H
#define HEARTH_SQL_LOG_H

#include <sqlite3.h>
#include <stdint.h>

/// Which log (-wal) a database's file goes with. Stands in the file's header, in bytes that SQLite keeps for later and that
/// it neither reads nor changes (sqlite.org/fileformat.html §1.3, "Reserved for expansion"). Each time that a log begins
/// anew it has other salts, of which the key is made; 0 is none.
typedef struct {
    uint32_t key;
    /// How many of its frames were in it, and on the disk, when they were last brought into the file.
    uint32_t frames;
    /// The one before, all of which is in the file: what lies beside it when a kill came before the new one's first byte.
    /// 0 if that is not known.
    uint32_t formerKey, formerFrames;
} LogMark;

enum { logMarkAt = 72, logMarkBytes = 16 };

/// A key that no log has: there is none before this one.
static const uint32_t noLogKey = 0xffffffff;

void loadLogMark(LogMark *mark, const unsigned char *bytes);
void storeLogMark(const LogMark *mark, unsigned char *bytes);

/// The key of a log, by its header; 0 if it has none.
uint32_t logKey(const unsigned char *header);

enum { logHeaderBytes = 32 };

/// What is in a log (sqlite.org/fileformat.html §4).
typedef struct {
    /// 0 if its header can't be read, which is all zeros when `isBlank`.
    uint32_t key;
    int isBlank;
    /// How many frames are there, to the end of the last transaction that is there as a whole.
    uint32_t frames;
    /// Whether frames behind its beginning are of the log that came after it: it was copied while that one began.
    int isMixed;
    /// Whether behind the last whole transaction the end of another is, which can't be read: it was being written when
    /// power failed, or a byte of it has become another.
    int hasRest;
} LogContent;

/// Reads all of a log.
///
/// Returns a result of SQLite's.
int readLog(sqlite3_file *log, LogContent *content);

/// Whether a log and a file with this mark make the database of a moment. Adapts the mark to the log if so.
int adoptLog(LogMark *mark, const LogContent *content);

#endif
