#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include <stdint.h>

/// A simulated disk that fails on demand and can lose power: a VFS of SQLite over the real one. It is the default VFS from
/// the first use on, and does not affect files outside of watched folders.
typedef struct FaultyDisk FaultyDisk;

/// Starts to record the writes in a folder. Returns NULL if too many are watched.
FaultyDisk *faulty_disk_watch(const char *folder);

/// Ends the watch; no file in the folder may be open any more.
void faulty_disk_forget(FaultyDisk *disk);

/// The number of recorded writes, truncations, syncs and deletions.
int64_t faulty_disk_operations(FaultyDisk *disk);

/// The number of calls so far that can fail.
int64_t faulty_disk_calls(FaultyDisk *disk);

/// The number of calls that failed on demand.
int64_t faulty_disk_failures(FaultyDisk *disk);

enum FaultyDiskFailure {
    FaultyDiskFailureNone = 0,
    /// Reads, writes, syncs and all other calls fail.
    FaultyDiskFailureIO = 1,
    /// Writes fail for lack of space.
    FaultyDiskFailureFull = 2,
};

/// Makes `count` calls fail from the call `from` on, counted from 1 at the beginning of the watch.
void faulty_disk_fail(FaultyDisk *disk, enum FaultyDiskFailure failure, int64_t from, int64_t count);

/// Sets whether syncs wait until they are released, as on a slow disk.
void faulty_disk_hold_syncs(FaultyDisk *disk, int holds);

/// The number of waiting syncs.
int64_t faulty_disk_held_syncs(FaultyDisk *disk);

/// Writes to another folder a possible state after a power failure at this operation: everything that was synced; `seed`
/// decides which other writes are kept, lost, torn at sectors of 512 bytes, or reordered.
///
/// Returns 0, or the system's error number.
int faulty_disk_lose_power(FaultyDisk *disk, int64_t operations, uint64_t seed, const char *folder);

/// Writes to another folder the state after the process crashed at this operation: all writes, synced or not.
int faulty_disk_leave(FaultyDisk *disk, int64_t operations, const char *folder);

/// Treats a file that is already in the folder as written and synced. Does nothing if there is none.
int faulty_disk_adopt(FaultyDisk *disk, const char *name);

#endif
