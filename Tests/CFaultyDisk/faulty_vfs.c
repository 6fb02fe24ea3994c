// The VFS in front of SQLite's own. Closing a file, giving up a lock on shared memory and unmapping
// it aren't counted: on a real system they can't fail.
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define WAY(fault) (1u << faulty_disk_##fault)
#define READING (WAY(error) | WAY(lasting))
#define CHANGING (READING | WAY(done_but_error))

static sqlite3_vfs *base;
static sqlite3_vfs wrapper;

struct file {
    sqlite3_file head;
    faulty_disk *disk;
    char *name;
    /// Like SQLite's own VFS, the first sync of a new journal syncs the folder too.
    int syncs_folder;
    sqlite3_file *real;
};

static struct file *of(sqlite3_file *file) { return (struct file *)file; }

// Answers `code` after a fault, or does the work. For calls that can fail before or after it.
#define ANSWER(disk, call, ways, code, work)                       \
    int fault = faulty_disk_count(disk, call, ways);               \
    if (fault >= 0 && fault != faulty_disk_done_but_error) return code; \
    int result = work;                                             \
    return fault >= 0 ? code : result

// --- files ---

static int file_close(sqlite3_file *file) {
    int code = of(file)->real->pMethods->xClose(of(file)->real);
    free(of(file)->name);
    return code;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    ANSWER(of(file)->disk, "xRead", READING, SQLITE_IOERR_READ,
           of(file)->real->pMethods->xRead(of(file)->real, bytes, count, offset));
}

static int write_through(struct file *file, const void *bytes, int count, sqlite3_int64 offset) {
    faulty_disk_note(file->disk, file->name,
                     (struct faulty_disk_record){
                         .change = faulty_disk_write, .offset = offset, .count = count,
                         .bytes = bytes});
    return file->real->pMethods->xWrite(file->real, bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int fault = faulty_disk_count(of(file)->disk, "xWrite", CHANGING | WAY(half) | WAY(full));
    if (fault == faulty_disk_error || fault == faulty_disk_lasting) return SQLITE_IOERR_WRITE;
    int is_half = fault == faulty_disk_half || fault == faulty_disk_full;
    int result = write_through(of(file), bytes, is_half ? count / 2 : count, offset);
    if (fault == faulty_disk_full) return SQLITE_FULL;
    return fault >= 0 ? SQLITE_IOERR_WRITE : result;
}

static int truncate_through(struct file *file, sqlite3_int64 size) {
    faulty_disk_note(
        file->disk, file->name,
        (struct faulty_disk_record){.change = faulty_disk_truncate, .offset = size});
    return file->real->pMethods->xTruncate(file->real, size);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    ANSWER(of(file)->disk, "xTruncate", CHANGING, SQLITE_IOERR_TRUNCATE,
           truncate_through(of(file), size));
}

static void note_folder_sync(faulty_disk *disk) {
    faulty_disk_note(disk, "", (struct faulty_disk_record){.change = faulty_disk_sync_folder});
}

// The power is never really cut, so nothing has to reach a real disk.
static int sync_through(struct file *file) {
    faulty_disk_note(file->disk, file->name,
                     (struct faulty_disk_record){.change = faulty_disk_sync});
    if (file->syncs_folder) note_folder_sync(file->disk);
    file->syncs_folder = 0;
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags) {
    (void)flags;
    ANSWER(of(file)->disk, "xSync", CHANGING, SQLITE_IOERR_FSYNC, sync_through(of(file)));
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    ANSWER(of(file)->disk, "xFileSize", READING, SQLITE_IOERR_FSTAT,
           of(file)->real->pMethods->xFileSize(of(file)->real, size));
}

static int file_lock(sqlite3_file *file, int level) {
    int fault = faulty_disk_count(of(file)->disk, "xLock", READING | WAY(busy));
    if (fault >= 0) return fault == faulty_disk_busy ? SQLITE_BUSY : SQLITE_IOERR_LOCK;
    return of(file)->real->pMethods->xLock(of(file)->real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
    int fault = faulty_disk_count(of(file)->disk, "xUnlock", READING);
    int result = of(file)->real->pMethods->xUnlock(of(file)->real, level);
    return fault >= 0 ? SQLITE_IOERR_UNLOCK : result;
}

static int file_check_reserved_lock(sqlite3_file *file, int *answer) {
    ANSWER(of(file)->disk, "xCheckReservedLock", READING, SQLITE_IOERR_CHECKRESERVEDLOCK,
           of(file)->real->pMethods->xCheckReservedLock(of(file)->real, answer));
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return of(file)->real->pMethods->xFileControl(of(file)->real, operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
    return of(file)->real->pMethods->xSectorSize(of(file)->real);
}

static int file_characteristics(sqlite3_file *file) {
    return of(file)->real->pMethods->xDeviceCharacteristics(of(file)->real);
}

// --- the memory that the readers of a write-ahead log share ---

static int file_shm_map(sqlite3_file *file, int region, int size, int extend,
                        void volatile **memory) {
    int fault = faulty_disk_count(of(file)->disk, "xShmMap", READING | WAY(full));
    if (fault < 0) {
        return of(file)->real->pMethods->xShmMap(of(file)->real, region, size, extend, memory);
    }
    *memory = NULL;
    return fault == faulty_disk_full ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    if ((flags & SQLITE_SHM_LOCK) != 0) {
        int fault = faulty_disk_count(of(file)->disk, "xShmLock", READING | WAY(busy));
        if (fault >= 0) return fault == faulty_disk_busy ? SQLITE_BUSY : SQLITE_IOERR_SHMLOCK;
    }
    return of(file)->real->pMethods->xShmLock(of(file)->real, offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
    of(file)->real->pMethods->xShmBarrier(of(file)->real);
}

static int file_shm_unmap(sqlite3_file *file, int deletes) {
    return of(file)->real->pMethods->xShmUnmap(of(file)->real, deletes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

// --- the file system ---

static int open_through(struct file *file, const char *path, int flags, int *got) {
    file->real = (sqlite3_file *)(file + 1);
    int code = base->xOpen(base, path, file->real, flags, got);
    if (file->real->pMethods != NULL) file->head.pMethods = &methods;
    return code;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *opened, int flags, int *got) {
    (void)vfs;
    const char *name = NULL;
    faulty_disk *disk = faulty_disk_of(path, &name);
    if (disk == NULL) return base->xOpen(base, path, opened, flags, got);
    opened->pMethods = NULL;
    int fault = faulty_disk_count(disk, "xOpen", READING);
    if (fault >= 0) return SQLITE_CANTOPEN;
    struct file *file = of(opened);
    file->disk = disk;
    file->name = strdup(name);
    if (file->name == NULL) return SQLITE_NOMEM;
    int journals = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL;
    file->syncs_folder = (flags & SQLITE_OPEN_CREATE) != 0 && (flags & journals) != 0;
    int code = open_through(file, path, flags, got);
    if (opened->pMethods == NULL) free(file->name);
    return code;
}

static int delete_through(faulty_disk *disk, const char *name, const char *path, int syncs) {
    faulty_disk_note(disk, name, (struct faulty_disk_record){.change = faulty_disk_delete});
    if (syncs) note_folder_sync(disk);
    return base->xDelete(base, path, 0);
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
    (void)vfs;
    const char *name = NULL;
    faulty_disk *disk = faulty_disk_of(path, &name);
    if (disk == NULL) return base->xDelete(base, path, syncs);
    ANSWER(disk, "xDelete", CHANGING, SQLITE_IOERR_DELETE,
           delete_through(disk, name, path, syncs));
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
    (void)vfs;
    const char *name = NULL;
    faulty_disk *disk = faulty_disk_of(path, &name);
    if (disk == NULL) return base->xAccess(base, path, flags, answer);
    ANSWER(disk, "xAccess", READING, SQLITE_IOERR_ACCESS,
           base->xAccess(base, path, flags, answer));
}

static int vfs_full_pathname(sqlite3_vfs *vfs, const char *path, int size, char *full) {
    (void)vfs;
    const char *name = NULL;
    faulty_disk *disk = faulty_disk_of(path, &name);
    if (disk == NULL) return base->xFullPathname(base, path, size, full);
    ANSWER(disk, "xFullPathname", READING, SQLITE_CANTOPEN_FULLPATH,
           base->xFullPathname(base, path, size, full));
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    return base->xRandomness(base, count, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return base->xSleep(base, microseconds);
}

static int vfs_current_time(sqlite3_vfs *vfs, double *time) {
    (void)vfs;
    return base->xCurrentTime(base, time);
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text) {
    (void)vfs;
    return base->xGetLastError(base, size, text);
}

static int vfs_current_time_64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    (void)vfs;
    return base->xCurrentTimeInt64(base, time);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int registration = SQLITE_ERROR;

static void make_default(void) {
    base = sqlite3_vfs_find(NULL);
    if (base == NULL || base->iVersion < 2) return;
    wrapper = (sqlite3_vfs){
        .iVersion = 2,
        .szOsFile = (int)sizeof(struct file) + base->szOsFile,
        .mxPathname = base->mxPathname,
        .zName = "folf-faulty",
        .xOpen = vfs_open,
        .xDelete = vfs_delete,
        .xAccess = vfs_access,
        .xFullPathname = vfs_full_pathname,
        .xRandomness = vfs_randomness,
        .xSleep = vfs_sleep,
        .xCurrentTime = vfs_current_time,
        .xGetLastError = vfs_last_error,
        .xCurrentTimeInt64 = vfs_current_time_64,
    };
    registration = sqlite3_vfs_register(&wrapper, 1);
}

int faulty_disk_register(void) {
    pthread_once(&once, make_default);
    return registration;
}
