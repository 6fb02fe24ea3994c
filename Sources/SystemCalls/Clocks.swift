package import Glibc

/// The time of one of the system's clocks, in microseconds (clock_gettime(2)).
package func microseconds(on clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}

/// The time of one of the system's clocks, in milliseconds (clock_gettime(2)).
package func milliseconds(on clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
