/// A disk for SQLite that fails when it is told to, and remembers what was written to it.
///
/// The first disk puts a VFS in front of SQLite's own (sqlite.org/vfs.html) and makes it the
/// default of the process. Files below a disk's folder go through that disk; all others are opened
/// by SQLite's own VFS as if this one weren't there.
#pragma once
#include <stdint.h>

/// The way in which the chosen call fails.
enum faulty_disk_fault {
    /// Nothing is done, and the call answers its kind of SQLITE_IOERR.
    faulty_disk_error = 0,
    /// The call does its work and answers an error all the same. Calls that change something only.
    faulty_disk_done_but_error = 1,
    /// The first half of a write gets through. Writes only.
    faulty_disk_half = 2,
    /// No room: the first half of a write gets through and SQLITE_FULL is answered. Calls only
    /// that need room.
    faulty_disk_full = 3,
    /// Somebody else has the lock: SQLITE_BUSY. Locks only.
    faulty_disk_busy = 4,
    /// Like faulty_disk_error, and every call from then on fails too.
    faulty_disk_lasting = 5
};

/// The change that a recorded call made to a file.
enum faulty_disk_change {
    faulty_disk_write = 0,
    /// To `offset` bytes.
    faulty_disk_truncate = 1,
    /// All that was done to the file before is on the disk now.
    faulty_disk_sync = 2,
    faulty_disk_delete = 3,
    /// Files that were deleted before stay deleted.
    faulty_disk_sync_folder = 4
};

struct faulty_disk_record {
    int32_t change;
    int64_t offset;
    int64_t count;
    /// The name below the disk's folder. Like `bytes` it lives until the record is dropped.
    const char *name;
    const uint8_t *bytes;
};

typedef struct faulty_disk faulty_disk;

/// A disk for all files below `folder`, an absolute path without links. NULL without memory.
faulty_disk *faulty_disk_create(const char *folder);
/// No file of the disk may be open.
void faulty_disk_destroy(faulty_disk *disk);

/// Counts from here on, and makes call `number`, from 1, fail; 0 makes none fail. A call that
/// can't fail in this way doesn't.
void faulty_disk_arm(faulty_disk *disk, int64_t number, enum faulty_disk_fault fault);
/// Calls since the last arming.
int64_t faulty_disk_calls(faulty_disk *disk);
/// Calls that failed since the last arming.
int64_t faulty_disk_failures(faulty_disk *disk);
/// Whether the call `number` since the last arming is one that can fail in this way.
int faulty_disk_can_fail(faulty_disk *disk, int64_t number, enum faulty_disk_fault fault);
/// The name of the call that failed first, such as "xWrite"; empty if none did.
const char *faulty_disk_failed_call(faulty_disk *disk);

/// Starts or stops remembering changes.
void faulty_disk_set_recording(faulty_disk *disk, int on);
int64_t faulty_disk_record_count(faulty_disk *disk);
struct faulty_disk_record faulty_disk_record_at(faulty_disk *disk, int64_t index);
