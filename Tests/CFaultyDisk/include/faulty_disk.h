#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include <stdint.h>

/// A disk that fails when told to, and that can lose power: a VFS of SQLite over the real one. It is the default VFS from
/// the first use on, and lets everything through that is not in a watched folder.
typedef struct FaultyDisk FaultyDisk;

/// Begins to record what is written in a folder. NULL when too many are watched.
FaultyDisk *faulty_disk_watch(const char *folder);

/// Ends it; nothing may be open in the folder any more.
void faulty_disk_forget(FaultyDisk *disk);

/// How many writes, truncations, syncs and deletions have been recorded.
int64_t faulty_disk_operations(FaultyDisk *disk);

/// How many calls have been made, of those that can fail.
int64_t faulty_disk_calls(FaultyDisk *disk);

/// How many calls have failed because they were told to.
int64_t faulty_disk_failures(FaultyDisk *disk);

enum FaultyDiskFailure {
    FaultyDiskFailureNone = 0,
    /// Reads, writes, syncs and all else fail.
    FaultyDiskFailureIO = 1,
    /// Writes fail for want of space.
    FaultyDiskFailureFull = 2,
};

/// Has so many calls fail from a call on, counted from 1 at the beginning of the watch.
void faulty_disk_fail(FaultyDisk *disk, enum FaultyDiskFailure failure, int64_t from, int64_t count);

/// Whether syncs wait until they are held no more: a disk that is slow.
void faulty_disk_hold_syncs(FaultyDisk *disk, int holds);

/// How many wait.
int64_t faulty_disk_held_syncs(FaultyDisk *disk);

/// Writes what a power failure after so many operations may leave to another folder: everything that was synced, and of the
/// rest what chance (`seed`) keeps, loses, tears at sectors of 512 bytes, and puts in another order.
///
/// Returns 0, or the system's error number.
int faulty_disk_lose_power(FaultyDisk *disk, int64_t operations, uint64_t seed, const char *folder);

/// Writes what the kill of a process after so many operations leaves: all that was written, synced or not.
int faulty_disk_leave(FaultyDisk *disk, int64_t operations, const char *folder);

/// Takes a file that lies in the folder already for one that was written and synced. Nothing happens when there is none.
int faulty_disk_adopt(FaultyDisk *disk, const char *name);

#endif
