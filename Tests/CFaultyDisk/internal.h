#pragma once
#include <pthread.h>

#include "CFaultyDisk.h"

struct faulty_disk {
    struct faulty_disk *next;
    char *folder;
    /// Guards everything below: a store's thread and whoever copies it share the disk.
    pthread_mutex_t lock;
    int64_t calls;
    int64_t failing;
    enum faulty_disk_fault fault;
    int64_t failures;
    const char *failed_call;
    /// For each call the ways in which it can fail, as bits.
    uint8_t *ways;
    int64_t ways_capacity;
    int is_recording;
    struct faulty_disk_record *records;
    int64_t record_count;
    int64_t record_capacity;
};

/// Makes the VFS the default, once; not 0 if SQLite refuses.
int faulty_disk_register(void);
faulty_disk *faulty_disk_of(const char *path, const char **name);
/// Counts a call. The fault if it is to fail in a way out of `ways` (bits), or -1.
int faulty_disk_count(faulty_disk *disk, const char *call, unsigned ways);
/// Remembers a change, if the disk is to.
void faulty_disk_note(faulty_disk *disk, const char *name, struct faulty_disk_record record);
