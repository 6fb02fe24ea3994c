import EventStore
import Glibc
import Reactor
import SystemCalls
import TLS

extension Check {
    /// Days before the end of a certificate from which on somebody should look after it: what
    /// renews it has failed for weeks then.
    static let certificateDaysMin: Int64 = 10

    static func judgeCertificate(_ options: Options, _ units: ServiceUnits?) -> [Finding] {
        guard let files = options.certificateFiles else {
            return [judgeUnsecured(options, units)]
        }
        if options.authority != nil, files.stamps.contains(nil) {
            return [judgeMissing(options)]
        }
        do throws(CertificateFiles.Failure) {
            let identity = try files.read()
            let now = WallClock.milliseconds() / 1_000
            return judge(
                identity, name: options.name, nowSeconds: now,
                renewer: options.authority == nil ? nil : "folfd"
            ) + judgeKey(files.key)
        } catch {
            return [.problem("certificate", error.reason)]
        }
    }

    /// A running server has tried for a while already.
    private static func judgeMissing(_ options: Options) -> Finding {
        EventStore.processServing(folder: options.dataFolder) == nil
            ? .ok("certificate", "none yet: it is ordered when the server starts")
            : .warning(
                "certificate",
                "none yet, and the server is running: its log says what is in the way "
                    + "(certificate_order_failed)")
    }

    /// Judges a certificate whose key fits.
    ///
    /// - Parameter renewer: the program that gets the next one; nil if that isn't known.
    static func judge(
        _ identity: TLSIdentity, name: String?, nowSeconds: Int64, renewer: String?
    ) -> [Finding] {
        var findings = [
            judgeTime(identity.validSeconds, nowSeconds: nowSeconds, renewer: renewer)
        ]
        if let name, !identity.isFor(name) {
            findings.append(.problem("certificate", "it isn't for \(name)"))
        }
        if !identity.isPublic {
            findings.append(
                .warning("certificate", "no authority that this machine trusts vouches for it"))
        }
        return findings
    }

    static func judgeTime(
        _ valid: ClosedRange<Int64>, nowSeconds: Int64, renewer: String? = nil
    ) -> Finding {
        let days = (valid.upperBound - nowSeconds) / 86_400
        let end = date(valid.upperBound)
        if nowSeconds >= valid.upperBound {
            return .problem("certificate", "it has expired on \(end)")
        }
        if nowSeconds < valid.lowerBound {
            return .problem(
                "certificate", "it is valid only from \(date(valid.lowerBound)) on")
        }
        let cure =
            renewer.map { "\($0) should have renewed it; its log says what is in the way" }
            ?? "see what renews it"
        return days < certificateDaysMin
            ? .warning("certificate", "it expires on \(end): \(cure)")
            : .ok("certificate", "valid until \(end)")
    }

    /// The day of a moment, in seconds since 1970.
    private static func date(_ seconds: Int64) -> String {
        String(Logger.timestamp(seconds * 1_000).prefix(10))
    }

    private static func judgeUnsecured(_ options: Options, _ units: ServiceUnits?) -> Finding {
        let held = units?.front.isHeld == true ? units?.front.addresses : nil
        let isLocal = (held ?? [options.listen.authority]).allSatisfy { address in
            address.hasPrefix("127.") || address.hasPrefix("[::1]:") || address.hasPrefix("/")
        }
        return isLocal
            ? .ok("certificate", "none, and only this machine can connect")
            : .warning(
                "certificate",
                "none: without https browsers don't keep the page for use without signal")
    }

    private static func judgeKey(_ path: String) -> [Finding] {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & 0o007 != 0 else { return [] }
        return [.warning("certificate", "everybody on this machine may read \(path)")]
    }
}
