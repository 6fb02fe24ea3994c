import Passkeys

extension Check {
    private static let passkeys = "passkeys"

    /// Says for whom passkeys are, and where they can be asked for; or why nobody can have any.
    static func judgePasskeys(_ options: Options, _ units: ServiceUnits?) -> [Finding] {
        let isSecured = options.certificateFiles != nil
        let party = options.relyingParty(
            isSecured: isSecured, port: frontPort(options, units))
        guard let party else {
            let name = options.name ?? ""
            return [
                .warning(
                    passkeys,
                    "off: they are for a domain, and --name is an address, \(name)")
            ]
        }
        let places = party.origins.joined(separator: " and ")
        guard let name = options.name else {
            return [
                isSecured
                    ? .warning(passkeys, "off: they are for a domain, which --name has to say")
                    : .ok(
                        passkeys,
                        "for \(party.id), asked for at \(places) on this machine only: others "
                            + "need --name, and https")
            ]
        }
        let said = "for \(party.id), asked for at \(places)"
        return [
            isSecured || !options.trustedProxies.isEmpty
                ? .ok(passkeys, "\(said); with another --name than \(name) all are lost")
                : .warning(
                    passkeys,
                    "\(said), but this server has no https: off, unless a proxy in front of it "
                        + "has a certificate (--trusted-proxy)")
        ] + judgeOrigins(options.origins, party)
    }

    /// Origins that may connect, but not ask for passkeys.
    private static func judgeOrigins(_ origins: [String], _ party: RelyingParty) -> [Finding] {
        origins.filter { !party.origins.contains($0) }.map { origin in
            .warning(
                passkeys,
                "not at \(origin): that isn't https, or neither \(party.id) nor below it")
        }
    }

    /// The port by which browsers come: the first that a service manager holds, or that is set.
    private static func frontPort(_ options: Options, _ units: ServiceUnits?) -> UInt16 {
        let held = units?.front.isHeld == true ? units?.front.addresses.first : nil
        return held?.split(separator: ":").last.flatMap { UInt16($0) } ?? options.listen.port
    }
}
