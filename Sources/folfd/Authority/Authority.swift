import TLS

/// Where the server gets its certificate by itself, and for which name.
struct Authority: Sendable, Equatable {
    static let letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"
    static let letsEncryptStaging = "https://acme-staging-v02.api.letsencrypt.org/directory"

    /// The address of its directory (RFC 8555 section 7.1.1).
    let directory: String
    /// The directory of an authority that nobody trusts and that minds failures less: whatever is
    /// wrong here is to be found out there.
    let staging: String?
    let name: String
    /// Where it may write to, such as `mailto:anna@folf.example`.
    let contact: String?

    /// - Parameter stagingOrNo: "no" for none; nil for Let's Encrypt's own, if it is that.
    init(directory: String, stagingOrNo: String?, name: String, contact: String?) {
        self.directory = directory
        self.name = name
        self.contact = contact
        staging =
            switch stagingOrNo {
            case nil: directory == Self.letsEncrypt ? Self.letsEncryptStaging : nil
            case "no"?: nil
            case let staging?: staging
            }
    }

    /// Reads an address for mail, with or without `mailto:` before it (RFC 8555 section 7.3 has no
    /// more than one address in one).
    static func contact(_ text: String) throws(OptionError) -> String {
        let address = text.hasPrefix("mailto:") ? text.dropFirst("mailto:".count) : text[...]
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !",?\"".utf8.contains($0) }
        guard isAddress else {
            throw OptionError(reason: "--contact is an address such as anna@folf.example")
        }
        return "mailto:\(address)"
    }

    /// The part of a directory's address that tells it from others, as the name of a folder.
    static func label(of directory: String) -> String {
        let host = directory.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2)
        let signs = (host.first ?? "").map { sign in
            sign.isASCII && (sign.isLetter || sign.isNumber || sign == "." || sign == "-")
                ? sign : "_"
        }
        return signs.isEmpty || signs.first == "." ? "authority" : String(signs)
    }

    /// Far longer than an authority takes.
    private static let substituteDays = 30

    /// A certificate that nobody vouches for, until the authority's is there.
    func substitute() throws -> TLSIdentity {
        let key = try PrivateKey()
        let certificate = try key.selfSignedCertificate(for: name, days: Self.substituteDays)
        return try TLSIdentity(certificates: certificate, key: key.pem)
    }

    /// The file that has the certificate and its key, one behind the other: so it can be replaced
    /// by one step, and never is half a pair.
    func file(in dataFolder: String) -> String {
        "\(dataFolder)/acme/\(Self.label(of: directory))/\(name).pem"
    }

    /// The file with the key by which an authority knows us.
    static func accountFile(of directory: String, in dataFolder: String) -> String {
        "\(dataFolder)/acme/\(label(of: directory))/account.key"
    }
}
