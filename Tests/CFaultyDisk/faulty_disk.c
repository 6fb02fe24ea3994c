#include "internal.h"

#include <stdlib.h>
#include <string.h>

static pthread_mutex_t disks_lock = PTHREAD_MUTEX_INITIALIZER;
static faulty_disk *disks;

/// The disk of a path, and through `name` what follows the folder; NULL if it has none.
faulty_disk *faulty_disk_of(const char *path, const char **name) {
    if (path == NULL) return NULL;
    pthread_mutex_lock(&disks_lock);
    faulty_disk *disk = disks;
    for (; disk != NULL; disk = disk->next) {
        size_t length = strlen(disk->folder);
        if (strncmp(path, disk->folder, length) != 0 || path[length] != '/') continue;
        *name = path + length + 1;
        break;
    }
    pthread_mutex_unlock(&disks_lock);
    return disk;
}

faulty_disk *faulty_disk_create(const char *folder) {
    faulty_disk *disk = calloc(1, sizeof *disk);
    if (disk == NULL) return NULL;
    disk->folder = strdup(folder);
    if (disk->folder == NULL || faulty_disk_register() != 0) {
        free(disk->folder);
        free(disk);
        return NULL;
    }
    disk->failed_call = "";
    pthread_mutex_init(&disk->lock, NULL);
    pthread_mutex_lock(&disks_lock);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&disks_lock);
    return disk;
}

static void drop_records(faulty_disk *disk) {
    for (int64_t index = 0; index < disk->record_count; index++) {
        free((void *)disk->records[index].name);
        free((void *)disk->records[index].bytes);
    }
    free(disk->records);
}

void faulty_disk_destroy(faulty_disk *disk) {
    pthread_mutex_lock(&disks_lock);
    faulty_disk **place = &disks;
    while (*place != disk) place = &(*place)->next;
    *place = disk->next;
    pthread_mutex_unlock(&disks_lock);
    drop_records(disk);
    free(disk->ways);
    pthread_mutex_destroy(&disk->lock);
    free(disk->folder);
    free(disk);
}

void faulty_disk_arm(faulty_disk *disk, int64_t number, enum faulty_disk_fault fault) {
    pthread_mutex_lock(&disk->lock);
    disk->calls = 0;
    disk->failures = 0;
    disk->failed_call = "";
    disk->failing = number;
    disk->fault = fault;
    pthread_mutex_unlock(&disk->lock);
}

int64_t faulty_disk_calls(faulty_disk *disk) {
    pthread_mutex_lock(&disk->lock);
    int64_t calls = disk->calls;
    pthread_mutex_unlock(&disk->lock);
    return calls;
}

int64_t faulty_disk_failures(faulty_disk *disk) {
    pthread_mutex_lock(&disk->lock);
    int64_t failures = disk->failures;
    pthread_mutex_unlock(&disk->lock);
    return failures;
}

int faulty_disk_can_fail(faulty_disk *disk, int64_t number, enum faulty_disk_fault fault) {
    pthread_mutex_lock(&disk->lock);
    int can = number > 0 && number <= disk->calls && (disk->ways[number - 1] & 1u << fault) != 0;
    pthread_mutex_unlock(&disk->lock);
    return can;
}

const char *faulty_disk_failed_call(faulty_disk *disk) {
    pthread_mutex_lock(&disk->lock);
    const char *call = disk->failed_call;
    pthread_mutex_unlock(&disk->lock);
    return call;
}

static void note_ways(faulty_disk *disk, unsigned ways) {
    if (disk->calls == disk->ways_capacity) {
        disk->ways_capacity = disk->ways_capacity * 2 + 1024;
        disk->ways = realloc(disk->ways, (size_t)disk->ways_capacity);
        if (disk->ways == NULL) abort();
    }
    disk->ways[disk->calls] = (uint8_t)ways;
}

int faulty_disk_count(faulty_disk *disk, const char *call, unsigned ways) {
    pthread_mutex_lock(&disk->lock);
    note_ways(disk, ways);
    disk->calls += 1;
    int is_due = disk->failing > 0
                 && (disk->calls == disk->failing
                     || (disk->fault == faulty_disk_lasting && disk->calls > disk->failing));
    int fault = is_due && (ways & 1u << disk->fault) != 0 ? (int)disk->fault : -1;
    if (fault >= 0) {
        disk->failures += 1;
        if (disk->failures == 1) disk->failed_call = call;
    }
    pthread_mutex_unlock(&disk->lock);
    return fault;
}

void faulty_disk_set_recording(faulty_disk *disk, int on) {
    pthread_mutex_lock(&disk->lock);
    disk->is_recording = on;
    pthread_mutex_unlock(&disk->lock);
}

int64_t faulty_disk_record_count(faulty_disk *disk) {
    pthread_mutex_lock(&disk->lock);
    int64_t count = disk->record_count;
    pthread_mutex_unlock(&disk->lock);
    return count;
}

struct faulty_disk_record faulty_disk_record_at(faulty_disk *disk, int64_t index) {
    pthread_mutex_lock(&disk->lock);
    struct faulty_disk_record record = disk->records[index];
    pthread_mutex_unlock(&disk->lock);
    return record;
}

static void *copy(const void *bytes, size_t count) {
    void *copied = malloc(count > 0 ? count : 1);
    if (copied == NULL) abort();
    if (count > 0) memcpy(copied, bytes, count);
    return copied;
}

void faulty_disk_note(faulty_disk *disk, const char *name, struct faulty_disk_record record) {
    pthread_mutex_lock(&disk->lock);
    if (disk->is_recording) {
        if (disk->record_count == disk->record_capacity) {
            disk->record_capacity = disk->record_capacity * 2 + 64;
            size_t size = (size_t)disk->record_capacity * sizeof *disk->records;
            disk->records = realloc(disk->records, size);
            if (disk->records == NULL) abort();
        }
        record.name = copy(name, strlen(name) + 1);
        record.bytes = copy(record.bytes, record.bytes == NULL ? 0 : (size_t)record.count);
        disk->records[disk->record_count++] = record;
    }
    pthread_mutex_unlock(&disk->lock);
}
