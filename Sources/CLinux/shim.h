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
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// accept4 is declared for _GNU_SOURCE only.
extern int accept4(int, struct sockaddr *, socklen_t *, int);

// --- threads ---

// Names the calling thread, by the first 15 bytes (PR_SET_NAME).
static inline int clinux_name_thread(const char *name) { return prctl(PR_SET_NAME, name); }

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

static inline int clinux_set_option(int descriptor, int level, int name, int value) {
    return setsockopt(descriptor, level, name, &value, sizeof value);
}

// The next close answers the peer with a reset and throws unsent bytes away.
static inline int clinux_reset_on_close(int descriptor) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    return setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
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
