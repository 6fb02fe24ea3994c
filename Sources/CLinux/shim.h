#pragma once
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <fcntl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// What tells a file from its copy (statx(2); glibc declares it only for _GNU_SOURCE).
struct folf_file_identity {
    unsigned int device_major, device_minor;
    unsigned long long inode;
    /// Zero where the file system doesn't record the time of birth.
    long long birth_seconds;
    unsigned int birth_nanoseconds;
};

/// 0, or -1 with `errno` set.
static inline int folf_file_identity_of(const char *path, struct folf_file_identity *identity) {
    struct statx status;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_INO | STATX_BTIME, &status) != 0) return -1;
    int born = (status.stx_mask & STATX_BTIME) != 0;
    identity->device_major = status.stx_dev_major;
    identity->device_minor = status.stx_dev_minor;
    identity->inode = status.stx_ino;
    identity->birth_seconds = born ? status.stx_btime.tv_sec : 0;
    identity->birth_nanoseconds = born ? status.stx_btime.tv_nsec : 0;
    return 0;
}
