import Glibc
import Reactor
import SystemCalls
import TLS

extension Check {
    /// Days before the end of a certificate from which on somebody should look after it: what
    /// renews it has failed for weeks then.
    static let certificateDaysMin: Int64 = 10

    static func judgeCertificate(_ options: Options) -> [Finding] {
        guard let files = options.certificateFiles else {
            return [judgeUnsecured(options)]
        }
        if options.authority != nil, files.stamps.contains(nil) {
            return [.ok("certificate", "none yet: it is ordered when the server starts")]
        }
        do throws(CertificateFiles.Failure) {
            let identity = try files.read()
            let now = WallClock.milliseconds() / 1_000
            return judge(identity, name: options.name, nowSeconds: now) + judgeKey(files.key)
        } catch {
            return [.problem("certificate", error.reason)]
        }
    }

    /// Judges a certificate whose key fits.
    static func judge(
        _ identity: TLSIdentity, name: String?, nowSeconds: Int64
    ) -> [Finding] {
        var findings = [judgeTime(identity.validSeconds, nowSeconds: nowSeconds)]
        if let name, !identity.isFor(name) {
            findings.append(.problem("certificate", "it isn't for \(name)"))
        }
        if !identity.isPublic {
            findings.append(
                .warning("certificate", "no authority that this machine trusts vouches for it"))
        }
        return findings
    }

    static func judgeTime(_ valid: ClosedRange<Int64>, nowSeconds: Int64) -> Finding {
        let days = (valid.upperBound - nowSeconds) / 86_400
        let end = date(valid.upperBound)
        if nowSeconds >= valid.upperBound {
            return .problem("certificate", "it has expired on \(end)")
        }
        if nowSeconds < valid.lowerBound {
            return .problem(
                "certificate", "it is valid only from \(date(valid.lowerBound)) on")
        }
        return days < certificateDaysMin
            ? .warning("certificate", "it expires on \(end): see what renews it")
            : .ok("certificate", "valid until \(end)")
    }

    /// The day of a moment, in seconds since 1970.
    private static func date(_ seconds: Int64) -> String {
        String(Logger.timestamp(seconds * 1_000).prefix(10))
    }

    private static func judgeUnsecured(_ options: Options) -> Finding {
        let isLocal = options.listen.host.hasPrefix("127.") || options.listen.host == "::1"
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
