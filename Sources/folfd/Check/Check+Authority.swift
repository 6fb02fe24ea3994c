import Glibc

extension Check {
    /// Judges what the server needs to get a certificate by itself.
    static func judgeAuthority(_ options: Options, _ units: ServiceUnits?) -> [Finding] {
        guard let authority = options.authority else { return [] }
        return [
            .ok("authority", "\(authority.directory) is asked for \(authority.name)"),
            judgeDoor(options.redirect, units), judgeCurl("authority", to: "ask it"),
            authority.contact == nil
                ? .warning("authority", "no --contact: it can't tell anybody of trouble")
                : .ok("authority", "it may write to \(authority.contact ?? "")"),
        ]
    }

    /// An authority asks at port 80 (RFC 8555 section 8.3).
    private static func judgeDoor(_ redirect: Address?, _ units: ServiceUnits?) -> Finding {
        if let units, redirect == nil || units.redirect.isHeld {
            let addresses = units.redirect.addresses.joined(separator: " and ")
            return units.redirect.isHeld
                ? .ok(
                    "authority", "it finds its answer at \(addresses), by \(ServiceUnits.redirect)")
                : .problem(
                    "authority",
                    "it looks at port 80, which nobody holds: systemctl stop folfd, then "
                        + "systemctl enable --now \(ServiceUnits.redirect), then start folfd")
        }
        guard let redirect else {
            return .warning(
                "authority",
                "no --redirect: it looks at port 80, which a service manager has to hold then")
        }
        return redirect.port == 80
            ? .ok("authority", "it finds its answer at \(redirect.authority)")
            : .warning(
                "authority",
                "it looks at port 80, which has to lead to \(redirect.authority) then")
    }

    static func judgeCurl(_ subject: String, to purpose: String) -> Finding {
        let folders = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        let isThere = folders.split(separator: ":").contains { folder in
            unsafe access("\(folder)/curl", X_OK) == 0
        }
        return isThere
            ? .ok(subject, "curl is there to \(purpose)")
            : .problem(subject, "curl isn't there to \(purpose): install it")
    }
}
