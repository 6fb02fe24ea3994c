// System calls of the program that this is preloaded into (ld.so(8), LD_PRELOAD) fail as the kernel
// may let them fail, and are counted. FOLF_FAULTS names a file that is shared with the test: it
// says what is to happen, and is told what has happened. Without it nothing does.
//
// A call that is to fail isn't made. The numbers that decide come from one seed in the file, so that
// they are the same in each run, though not who gets them.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The order is known to the test.
struct faults {
    // Written by the test: what is to happen.
    _Atomic int64_t seed;
    _Atomic int64_t interrupted_percent;
    _Atomic int64_t short_percent;
    _Atomic int64_t accept_failed_percent;
    _Atomic int64_t accept_delay_microseconds;
    _Atomic int64_t syncs_to_fail;
    _Atomic int64_t sync_error;
    _Atomic int64_t clock_offset_milliseconds;
    _Atomic int64_t signals_to_send;
    _Atomic int64_t accepts_hang;
    _Atomic int64_t syncs_hang;
    _Atomic int64_t file_calls_left;
    // Counted here: how often it has happened.
    _Atomic int64_t interrupted;
    _Atomic int64_t shortened;
    _Atomic int64_t accepts_failed;
    _Atomic int64_t syncs_failed;
    _Atomic int64_t clock_readings_shifted;
    _Atomic int64_t signals_handled;
    _Atomic int64_t hangs;
    // Counted here: the calls that there were.
    _Atomic int64_t sends;
    _Atomic int64_t receives;
    _Atomic int64_t waits;
    _Atomic int64_t wakes;
    _Atomic int64_t file_writes;
    _Atomic int64_t syncs;
};

static struct faults *faults;
static _Atomic uint64_t decisions;

#define COUNT(calls) ((void)(faults && faults->calls++))

// True so often in a hundred times (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
// Generators, 2014).
static int happens(_Atomic int64_t *percent) {
    int64_t limit = *percent;
    if (limit <= 0) return 0;
    uint64_t mixed = (uint64_t)faults->seed + 0x9E3779B97F4A7C15u * ++decisions;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return (int64_t)((mixed ^ mixed >> 31) % 100) < limit;
}

static int is_interrupted(void) {
    if (!faults || !happens(&faults->interrupted_percent)) return 0;
    faults->interrupted++;
    errno = EINTR;
    return 1;
}

// Waits for as long as the test says.
static void hang(_Atomic int64_t *hangs) {
    struct timespec millisecond = {0, 1000000};
    if (*hangs) faults->hangs++;
    while (*hangs) nanosleep(&millisecond, NULL);
}

// The number of bytes, at least one, that a call deals with of `count`.
static size_t part(size_t count) {
    if (!faults || count < 2 || !happens(&faults->short_percent)) return count;
    faults->shortened++;
    return 1 + decisions % (count - 1);
}

// The last call of so many that change a file or sync it isn't made: the program is killed.
static void live_on(int file) {
    struct stat status;
    if (!faults || faults->file_calls_left <= 0 || file <= STDERR_FILENO) return;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return;
    if (atomic_fetch_sub(&faults->file_calls_left, 1) == 1) kill(getpid(), SIGKILL);
}

ssize_t read(int file, void *bytes, size_t count) {
    if (is_interrupted()) return -1;
    return syscall(SYS_read, file, bytes, part(count));
}

ssize_t write(int file, const void *bytes, size_t count) {
    live_on(file);
    if (is_interrupted()) return -1;
    return syscall(SYS_write, file, bytes, part(count));
}

ssize_t pread(int file, void *bytes, size_t count, off_t place) {
    if (is_interrupted()) return -1;
    return syscall(SYS_pread64, file, bytes, part(count), place);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t place) {
    return pread(file, bytes, count, place);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
    COUNT(file_writes);
    live_on(file);
    if (is_interrupted()) return -1;
    return syscall(SYS_pwrite64, file, bytes, part(count), place);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
    return pwrite(file, bytes, count, place);
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
    COUNT(sends);
    if (is_interrupted()) return -1;
    return syscall(SYS_sendto, socket, bytes, part(count), flags, NULL, 0);
}

ssize_t recv(int socket, void *bytes, size_t count, int flags) {
    COUNT(receives);
    if (is_interrupted()) return -1;
    return syscall(SYS_recvfrom, socket, bytes, part(count), flags, NULL, NULL);
}

int epoll_wait(int set, struct epoll_event *events, int count, int milliseconds) {
    COUNT(waits);
    if (is_interrupted()) return -1;
    return syscall(SYS_epoll_pwait, set, events, count, milliseconds, NULL, 8);
}

int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
    static const int reasons[] = {EMFILE, ECONNABORTED, ENFILE};
    if (is_interrupted()) return -1;
    if (faults) hang(&faults->accepts_hang);
    if (faults && faults->accept_delay_microseconds > 0) {
        struct timespec pause = {0, faults->accept_delay_microseconds * 1000};
        nanosleep(&pause, NULL);
    }
    if (faults && happens(&faults->accept_failed_percent)) {
        errno = reasons[faults->accepts_failed++ % 3];
        return -1;
    }
    return syscall(SYS_accept4, listener, address, length, flags);
}

static int sync_fails(void) {
    if (!faults) return 0;
    hang(&faults->syncs_hang);
    int64_t left = faults->syncs_to_fail;
    while (left > 0)
        if (atomic_compare_exchange_weak(&faults->syncs_to_fail, &left, left - 1)) {
            faults->syncs_failed++;
            errno = faults->sync_error;
            return 1;
        }
    return 0;
}

int fsync(int file) {
    COUNT(syncs);
    live_on(file);
    return sync_fails() ? -1 : syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    COUNT(syncs);
    live_on(file);
    return sync_fails() ? -1 : syscall(SYS_fdatasync, file);
}

int eventfd_write(int file, eventfd_t value) {
    COUNT(wakes);
    return syscall(SYS_write, file, &value, sizeof value) == sizeof value ? 0 : -1;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int answer = syscall(SYS_clock_gettime, clock, now);
    if (answer != 0 || clock != CLOCK_REALTIME || !faults) return answer;
    int64_t offset = faults->clock_offset_milliseconds;
    if (offset != 0) faults->clock_readings_shifted++;
    now->tv_sec += offset / 1000;
    return answer;
}

static void handle(int number) {
    (void)number;
    faults->signals_handled++;
}

// One signal for each thread but this one.
static void send_signals(void) {
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return;
    pid_t own = syscall(SYS_gettid);
    for (struct dirent *entry; (entry = readdir(threads));) {
        pid_t thread = atoi(entry->d_name);
        if (thread > 0 && thread != own && faults->signals_to_send > 0) {
            faults->signals_to_send--;
            syscall(SYS_tgkill, getpid(), thread, SIGUSR1);
        }
    }
    closedir(threads);
}

static void *storm(void *nothing) {
    struct timespec millisecond = {0, 1000000};
    for (;;) {
        nanosleep(&millisecond, NULL);
        while (faults->signals_to_send > 0) {
            struct timespec moment = {0, 50000};
            send_signals();
            nanosleep(&moment, NULL);
        }
    }
    return nothing;
}

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FOLF_FAULTS");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared == MAP_FAILED) return;
    faults = shared;

    // Not restarted: system calls end with EINTR.
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    // The storm's own thread takes no signals; the others do, whatever the parent had blocked.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, storm, NULL) == 0) pthread_detach(thread);
    sigdelset(&before, SIGUSR1);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
