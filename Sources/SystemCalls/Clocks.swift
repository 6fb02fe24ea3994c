package import Glibc

/// What one of the system's clocks says, in milliseconds (clock_gettime(2)).
package func milliseconds(on clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
