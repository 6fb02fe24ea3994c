/// The limits on what a call brings. Bytes are of UTF-8.
package enum APILimits {
    package static let bodyBytesMax = 64 * 1024
    /// Objects and lists that lie in each other.
    package static let bodyDepthMax = 8
    /// Fields of one object.
    package static let bodyFieldsMax = 64
    package static let handleBytes = 3...20
    package static let nameBytesMax = 64
    package static let fullNameBytesMax = 128
    package static let labelBytesMax = 64
    package static let emailBytesMax = 254
    package static let passwordBytesMax = 256
    package static let courseBytesMax = 64
    package static let holesMax = 72
    package static let holeLabelBytesMax = 8
    package static let pars: ClosedRange<Int64> = 1...20
    package static let suggestionBytesMax = 2_000
    /// A code that somebody was given: of a mail, for recovery, or by the operator.
    package static let codeBytesMax = 64
    /// A way of the page, where somebody goes on.
    package static let wayBytesMax = 128
    /// What a device keeps as a sign that it was an account's.
    package static let knownBytesMax = 256
    /// Tokens that are taken along at once.
    package static let tokensMax = 64
    package static let shortcutsMax = 16
    package static let shortcutBytesMax = 32
    /// Accounts that are invited at once.
    package static let invitedMax = 20
    /// Columns that are offered with one ticket, and the digits of base64url of such a ticket.
    package static let columnsMax = 16
    package static let ticketDigitsMax = 502
    /// Items on a page of a list.
    package static let pageMax = 100
    package static let cursorBytesMax = 64
    /// Digits of base64url that say where a page of somebody's games begins.
    package static let gamesCursorDigits = 54
    package static let countriesMax = 300
    /// Courses of a country that are given at once, and who is to be named with them.
    package static let packMax = 2_000
    package static let creditsMax = 32
    package static let courseTextBytesMax = 256
    package static let layoutsMax = 50
    /// What a layout is exactly.
    package static let factsBytesMax = 8 * 1024
    /// The same as it travels in packs, where a number may have a sign and a digit more.
    package static let stepsBytesMax = 12 * 1024
    /// Changes of a course on a page.
    package static let changesMax = 20
    package static let reasonBytesMax = 256
    /// Courses that one looks after, of which the inbox tells.
    package static let inboxCoursesMax = 50
    /// Comments on a page.
    package static let commentsMax = 20
    package static let commentBytesMax = 1_000
    /// A comment on one hole.
    package static let tipBytesMax = 500
    /// Results on a page.
    package static let resultsMax = 500
    package static let resultKeyBytesMax = 512
    /// Tees of all layouts of a course.
    package static let figuresMax = 400
    /// Digits of base64url, for what a passkey's device sends.
    package static let credentialDigitsMax = 1_364
    package static let clientDataDigitsMax = 4_096
    package static let authenticatorDataDigitsMax = 4_096
    package static let attestationDigitsMax = 32_768
    package static let signatureDigitsMax = 2_048
}
