#include "Log.h"

#include <stdlib.h>
#include <string.h>

static uint32_t big(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | (uint32_t)bytes[3];
}

static uint32_t little(const unsigned char *bytes) {
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[0];
}

static void putBig(uint32_t value, unsigned char *bytes) {
    for (int index = 0; index < 4; index++) bytes[index] = (unsigned char)(value >> (24 - 8 * index));
}

void loadLogMark(LogMark *mark, const unsigned char *bytes) {
    *mark = (LogMark){big(bytes), big(bytes + 4), big(bytes + 8), big(bytes + 12)};
}

void storeLogMark(const LogMark *mark, unsigned char *bytes) {
    putBig(mark->key, bytes);
    putBig(mark->frames, bytes + 4);
    putBig(mark->formerKey, bytes + 8);
    putBig(mark->formerFrames, bytes + 12);
}

// Offsets in a log's header and in its frames' headers.
enum { pageSizeAt = 8, saltAt = 16, headerSumAt = 24, frameHeaderBytes = 24, frameSizeAt = 4, frameSaltAt = 8, frameSumAt = 16 };

typedef struct {
    uint32_t first, second;
    int isBig;
} LogSum;

static void add(LogSum *sum, const unsigned char *bytes, int length) {
    for (int index = 0; index < length; index += 8) {
        sum->first += (sum->isBig ? big(bytes + index) : little(bytes + index)) + sum->second;
        sum->second += (sum->isBig ? big(bytes + index + 4) : little(bytes + index + 4)) + sum->first;
    }
}

/// Computes the checksum of a valid header; returns 0 for others.
static int sumOfHeader(const unsigned char *header, LogSum *sum) {
    if ((big(header) & 0xfffffffe) != 0x377f0682) return 0;
    *sum = (LogSum){0, 0, (int)(big(header) & 1)};
    add(sum, header, headerSumAt);
    return sum->first == big(header + headerSumAt) && sum->second == big(header + headerSumAt + 4);
}

static uint32_t keyOf(const unsigned char *salts) {
    uint32_t key = big(salts) * 0x9e3779b1u ^ big(salts + 4);
    return key == 0 || key == noLogKey ? 1 : key;
}

uint32_t logKey(const unsigned char *header) {
    LogSum sum;
    return sumOfHeader(header, &sum) ? keyOf(header + saltAt) : 0;
}

/// Whether a frame belongs to no log that could be here, and is not empty. Frames of former logs that are not
/// overwritten yet have a first salt that is lower by the number of logs since.
static int isDamaged(const unsigned char *frame, const unsigned char *header) {
    uint32_t since = big(header + saltAt) - big(frame + frameSaltAt);
    if (since == 0) return memcmp(frame + frameSaltAt, header + saltAt, 8) != 0;
    return since > 0xffff && memcmp(frame, (const unsigned char[frameHeaderBytes]){0}, frameHeaderBytes) != 0;
}

static int readFrames(sqlite3_file *log, const unsigned char *header, LogSum sum, sqlite3_int64 size, LogContent *content) {
    uint32_t pageSize = big(header + pageSizeAt);
    if (pageSize < 512 || pageSize > 65536 || (pageSize & (pageSize - 1)) != 0) return SQLITE_OK;
    int length = frameHeaderBytes + (int)pageSize;
    unsigned char *frame = malloc((size_t)length);
    if (!frame) return SQLITE_IOERR_NOMEM;
    int result = SQLITE_OK, isWhole = 1;
    uint32_t number = 0;
    sqlite3_int64 offset = logHeaderBytes;
    for (; offset + length <= size; offset += length) {
        result = log->pMethods->xRead(log, frame, length, offset);
        if (result != SQLITE_OK) break;
        number++;
        if (big(frame + frameSaltAt) == big(header + saltAt) + 1) content->isMixed = 1;
        int isOwn = memcmp(frame + frameSaltAt, header + saltAt, 8) == 0;
        if (isWhole && isOwn) {
            add(&sum, frame, 8);
            add(&sum, frame + frameHeaderBytes, (int)pageSize);
        }
        isWhole = isWhole && isOwn && big(frame) != 0 && sum.first == big(frame + frameSumAt)
            && sum.second == big(frame + frameSumAt + 4);
        int endsTransaction = isOwn && big(frame + frameSizeAt) != 0;
        if (endsTransaction && isWhole) content->frames = number;
        if ((endsTransaction && !isWhole) || isDamaged(frame, header)) content->hasRest = 1;
    }
    free(frame);
    return result;
}

int readLog(sqlite3_file *log, LogContent *content) {
    memset(content, 0, sizeof *content);
    unsigned char header[logHeaderBytes];
    sqlite3_int64 size = 0;
    int result = log->pMethods->xFileSize(log, &size);
    content->isBlank = 1;
    if (result != SQLITE_OK || size < logHeaderBytes) return result;
    result = log->pMethods->xRead(log, header, logHeaderBytes, 0);
    if (result != SQLITE_OK) return result;
    for (int index = 0; index < logHeaderBytes; index++) content->isBlank &= header[index] == 0;
    LogSum sum;
    if (!sumOfHeader(header, &sum)) return SQLITE_OK;
    content->key = keyOf(header + saltAt);
    return readFrames(log, header, sum, size, content);
}

int adoptLog(LogMark *mark, const LogContent *content) {
    if (content->key == 0) return mark->key == 0 || (content->isBlank && mark->frames == 0);
    if (content->isMixed) return 0;
    if (content->key == mark->key) return content->frames >= mark->frames;
    if (mark->key != 0 && mark->formerKey != 0) {
        if (content->key != mark->formerKey || content->frames < mark->formerFrames) return 0;
        *mark = (LogMark){mark->formerKey, mark->formerFrames, noLogKey, 0};
        return 1;
    }
    *mark = (LogMark){content->key, 0, noLogKey, 0};
    return 1;
}
