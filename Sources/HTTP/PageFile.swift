/// A file of the web page, prepared to be sent.
package struct PageFile: Sendable {
    package let contentType: String
    /// The name of the content, and of no other content.
    package let tag: HTTPEntityTag
    package let body: [UInt8]
    /// The body compressed by gzip; nil if that is no shorter.
    package let compressed: [UInt8]?
    /// Whether the file needs a policy of its own, because a browser may show it by itself, or run
    /// it as a worker. Parts of a page have that of the page.
    package let hasPolicy: Bool
    /// The hashes of the scripts and the styles that the file holds itself, as its policy names
    /// them.
    package let scriptHashes: [String]
    package let styleHashes: [String]

    package init(
        contentType: String, tag: String, body: [UInt8], compressed: [UInt8]?, hasPolicy: Bool,
        scriptHashes: [String] = [], styleHashes: [String] = []
    ) {
        self.contentType = contentType
        self.tag = HTTPEntityTag(tag)
        self.body = body
        self.compressed = compressed
        self.hasPolicy = hasPolicy
        self.scriptHashes = scriptHashes
        self.styleHashes = styleHashes
    }

    /// The tag of the compressed form: a strong one stands for bytes, not for their meaning.
    package var compressedTag: HTTPEntityTag { HTTPEntityTag(tag.opaque + "-gzip") }
}
