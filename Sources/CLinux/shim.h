// Calls that Swift's Glibc overlay leaves out, or C says more simply than Swift: packed structs,
// unions and socket addresses. Every function answers like the system call it wraps: -1 and errno.
#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/stat.h>
#include <linux/time_types.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

// accept4 is declared for _GNU_SOURCE only.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

// --- threads ---

// Names the calling thread, by the first 15 bytes (PR_SET_NAME).
static inline int clinux_name_thread(const char *name) { return prctl(PR_SET_NAME, name); }

// --- Unix sockets ---

// Finds the address of a socket by its folder and its name there. It leads through a descriptor of
// the folder, because a path may be longer than an address; -1, or the descriptor to close.
static inline int clinux_local_address(const char *folder, const char *name,
                                       struct sockaddr_un *address) {
    int descriptor = open(folder, O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d/%s", descriptor, name);
    return descriptor;
}

// A bound stream socket for its owner only, in place of a file of that name.
static inline int clinux_local_bind(const char *folder, const char *name) {
    struct sockaddr_un address;
    int place = clinux_local_address(folder, name, &address);
    if (place < 0) return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int isBound = 0;
    if (descriptor >= 0) {
        unlink(address.sun_path);
        isBound = fchmod(descriptor, 0600) == 0 &&
                  bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0;
    }
    int reason = errno;
    close(place);
    if (descriptor >= 0 && !isBound) {
        close(descriptor);
        descriptor = -1;
    }
    errno = reason;
    return descriptor;
}

// A blocking stream socket that is connected to the one of that name.
static inline int clinux_local_connect(const char *folder, const char *name) {
    struct sockaddr_un address;
    int place = clinux_local_address(folder, name, &address);
    if (place < 0) return -1;
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0 &&
        connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        int reason = errno;
        close(descriptor);
        descriptor = -1;
        errno = reason;
    }
    int reason = errno;
    close(place);
    errno = reason;
    return descriptor;
}

// --- other programs ---

// Declared for _GNU_SOURCE only.
extern int pipe2(int ends[2], int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

// A file in memory that holds so many bytes and is read from its beginning; -1 if there can be
// none. Unlike a pipe it keeps nobody waiting who reads none of it.
static inline int clinux_memory_file(const void *bytes, size_t count) {
    int descriptor = (int)syscall(SYS_memfd_create, "input", 1 /* MFD_CLOEXEC */);
    if (descriptor < 0) return -1;
    if (write(descriptor, bytes, count) == (ssize_t)count && lseek(descriptor, 0, SEEK_SET) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

// Bytes that a program finds at a descriptor; none if the pointer is nil.
struct clinux_bytes {
    const void *start;
    size_t count;
};

// Starts a program, which is looked for in PATH, as the first of a group of processes, with no
// signal held back and none ignored that it may be ended by, with `input` on its standard input and
// `more` on descriptor 3, if there is any; -1, or its process id. Where `output` isn't nil it gets
// the end of a pipe from its standard output; otherwise there is nothing to see.
static inline int clinux_start(char *const arguments[], struct clinux_bytes input,
                               struct clinux_bytes more, int *output) {
    int ends[2] = {-1, -1};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t none, usual;
    pid_t process = -1;
    int first = clinux_memory_file(input.start, input.count);
    int second = more.start ? clinux_memory_file(more.start, more.count) : -1;
    int has_files = first >= 0 && (!more.start || second >= 0);
    int code = has_files && (!output || pipe2(ends, O_CLOEXEC) == 0) ? 0 : errno;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, first, 0);
    if (output) {
        posix_spawn_file_actions_adddup2(&files, ends[1], 1);
    } else {
        posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    }
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    if (second >= 0) posix_spawn_file_actions_adddup2(&files, second, 3);
    posix_spawn_file_actions_addclosefrom_np(&files, second >= 0 ? 4 : 3);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    if (code == 0) {
        code = posix_spawnp(&process, arguments[0], &files, &attributes, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (first >= 0) close(first);
    if (second >= 0) close(second);
    if (ends[1] >= 0) close(ends[1]);
    if (code != 0 && ends[0] >= 0) close(ends[0]);
    errno = code;
    if (code != 0) return -1;
    if (output) *output = ends[0];
    return process;
}

// A descriptor that can be read once the process has ended (pidfd_open(2), Linux 5.3).
static inline int clinux_process_descriptor(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

// --- semaphores ---

// sem_clockwait is declared for _GNU_SOURCE only (glibc 2.30).
extern int sem_clockwait(sem_t *, clockid_t, const struct timespec *);

// Waits for a semaphore until so many milliseconds of the monotonic clock.
static inline int clinux_semaphore_wait(sem_t *semaphore, int64_t milliseconds) {
    struct timespec end = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    return sem_clockwait(semaphore, CLOCK_MONOTONIC, &end);
}

// --- epoll ---

static inline int clinux_epoll_control(int epoll, int operation, int descriptor, uint32_t events,
                                       uint64_t token) {
    struct epoll_event event = {.events = events, .data = {.u64 = token}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline uint64_t clinux_epoll_token(struct epoll_event event) { return event.data.u64; }

// epoll_wait with a timeout in nanoseconds, negative for ever (epoll_pwait2(2), Linux 5.11).
static inline int clinux_epoll_wait(int epoll, struct epoll_event *events, int count,
                                    int64_t nanoseconds) {
    struct __kernel_timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return (int)syscall(SYS_epoll_pwait2, epoll, events, count, nanoseconds < 0 ? NULL : &time,
                        NULL, (size_t)0);
}

// --- IP sockets ---

// An IPv6 address, high half first; IPv4 as ::ffff:a.b.c.d.
struct clinux_address {
    uint64_t high;
    uint64_t low;
};

static inline struct clinux_address clinux_address_of(const struct sockaddr_storage *storage) {
    struct clinux_address address = {0, 0};
    if (storage->ss_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *)storage;
        address.low = 0xFFFF00000000u | ntohl(v4->sin_addr.s_addr);
    } else if (storage->ss_family == AF_INET6) {
        const uint8_t *bytes = ((const struct sockaddr_in6 *)storage)->sin6_addr.s6_addr;
        for (int i = 0; i < 8; i++) {
            address.high = address.high << 8 | bytes[i];
            address.low = address.low << 8 | bytes[i + 8];
        }
    }
    return address;
}

// A non-blocking, close-on-exec socket of the next connection, and where it comes from.
static inline int clinux_accept(int listener, struct clinux_address *address) {
    struct sockaddr_storage storage = {0};
    socklen_t length = sizeof storage;
    int flags = SOCK_NONBLOCK | SOCK_CLOEXEC;
    int descriptor = accept4(listener, (struct sockaddr *)&storage, &length, flags);
    if (descriptor >= 0) *address = clinux_address_of(&storage);
    return descriptor;
}

// Reads an IPv4 or IPv6 literal into a socket address; its length, or 0 if it is neither.
static inline socklen_t clinux_parse(const char *host, uint16_t port,
                                     struct sockaddr_storage *storage) {
    struct sockaddr_in *v4 = (struct sockaddr_in *)storage;
    struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)storage;
    memset(storage, 0, sizeof *storage);
    if (inet_pton(AF_INET, host, &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons(port);
        return sizeof *v4;
    }
    if (inet_pton(AF_INET6, host, &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons(port);
        return sizeof *v6;
    }
    return 0;
}

// A non-blocking socket bound to the literal address; EINVAL if it is no address. "::" takes IPv4 too.
static inline int clinux_bind(const char *host, uint16_t port) {
    struct sockaddr_storage storage;
    socklen_t length = clinux_parse(host, port, &storage);
    int on = 1, off = 0;
    if (length == 0) {
        errno = EINVAL;
        return -1;
    }
    int descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    if (storage.ss_family == AF_INET6)
        setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(descriptor, (struct sockaddr *)&storage, length) == 0) return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

// A non-blocking socket that begins to connect to the literal address, from the address `source`
// unless that is NULL; EINVAL if one is no address.
static inline int clinux_connect_from(const char *source, const char *host, uint16_t port) {
    struct sockaddr_storage storage, from;
    socklen_t length = clinux_parse(host, port, &storage);
    socklen_t from_length = source ? clinux_parse(source, 0, &from) : 0;
    int on = 1;
    if (length == 0) {
        errno = EINVAL;
        return -1;
    }
    int descriptor = socket(storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    // The port is chosen by connect, which minds only those that call the same server.
    if (source) setsockopt(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if ((!source || bind(descriptor, (struct sockaddr *)&from, from_length) == 0) &&
        (connect(descriptor, (struct sockaddr *)&storage, length) == 0 || errno == EINPROGRESS))
        return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

static inline int clinux_connect(const char *host, uint16_t port) {
    return clinux_connect_from(NULL, host, port);
}

// The port a socket is bound to.
static inline int clinux_port(int descriptor) {
    struct sockaddr_storage storage = {0};
    socklen_t length = sizeof storage;
    if (getsockname(descriptor, (struct sockaddr *)&storage, &length) != 0) return -1;
    if (storage.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&storage)->sin6_port);
    return ntohs(((struct sockaddr_in *)&storage)->sin_port);
}

// The address a socket is bound to.
static inline struct clinux_address clinux_bound_address(int descriptor) {
    struct sockaddr_storage storage = {0};
    socklen_t length = sizeof storage;
    getsockname(descriptor, (struct sockaddr *)&storage, &length);
    return clinux_address_of(&storage);
}

// Makes a socket that another process has bound ours: non-blocking and close-on-exec. EINVAL unless
// it listens for TCP over IP.
static inline int clinux_adopt_listener(int descriptor) {
    int domain = 0, type = 0, listens = 0;
    socklen_t size = sizeof(int);
    if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 ||
        getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
        getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0)
        return -1;
    if ((domain != AF_INET && domain != AF_INET6) || type != SOCK_STREAM || !listens) {
        errno = EINVAL;
        return -1;
    }
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

static inline int clinux_set_option(int descriptor, int level, int name, int value) {
    return setsockopt(descriptor, level, name, &value, sizeof value);
}

// The next close answers the peer with a reset and throws unsent bytes away.
static inline int clinux_reset_on_close(int descriptor) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    return setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

// --- Unix sockets ---

// Sends `text` as one datagram to the Unix socket at `path`, an abstract one if that begins with '@'
// (unix(7)). Waits a second at most until there is room.
static inline int clinux_send_datagram(const char *path, const char *text) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval patience = {.tv_sec = 1};
    size_t length = strlen(path);
    if (length >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = 0;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    ssize_t sent = sendto(descriptor, text, strlen(text), MSG_NOSIGNAL,
                          (struct sockaddr *)&address, size);
    int reason = errno;
    close(descriptor);
    errno = reason;
    return sent < 0 ? -1 : 0;
}

// --- files ---

// The identity that tells a file from its copy (statx(2); glibc declares it only for _GNU_SOURCE).
struct clinux_file_identity {
    unsigned int device_major, device_minor;
    unsigned long long inode;
    // Zero where the file system doesn't record the time of birth.
    long long birth_seconds;
    unsigned int birth_nanoseconds;
};

// 0, or -1 with `errno` set.
static inline int clinux_file_identity_of(const char *path, struct clinux_file_identity *identity) {
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

// The kind of the file system that `path` lies on (statfs(2)); 0 if it can't be told.
static inline int64_t clinux_file_system_of(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (int64_t)(uint32_t)status.f_type : 0;
}

// --- clock ---

// Whether somebody keeps the clock right (adjtimex(2)): 1 or 0, or -1 if it can't be told.
static inline int clinux_clock_is_synchronised(void) {
    struct timex status = {.modes = 0};
    int state = adjtimex(&status);
    if (state < 0) return -1;
    return state != TIME_ERROR && !(status.status & STA_UNSYNC);
}
