/// The check that a ceremony has failed; for tests and the log. Whoever tries to get in isn't told.
package enum PasskeyFault: Error, Equatable, Sendable {
    /// Something is longer than any browser makes it.
    case tooLong
    /// The client data are no JSON object.
    case clientData
    /// They were made for the other ceremony.
    case type
    /// They answer another challenge.
    case challenge
    /// They come from a page that isn't ours.
    case origin
    /// They come from a page of ours within another's.
    case crossOrigin

    /// What should be CBOR isn't, or lies too deep, or there is something behind its end.
    case form
    /// The attestation lacks one of its three parts.
    case attestation
    /// The authenticator's data are cut off, or there is something behind their end.
    case authenticatorData
    /// The authenticator has answered another relying party.
    case relyingParty
    /// Nobody was there.
    case userPresence
    /// Whoever was there hasn't shown who they are.
    case userVerification
    /// It says that it is backed up, and that it can't be.
    case backupState
    /// It could be backed up before and can't now, or the other way round.
    case backupEligibility

    /// There is no new credential where one is registered.
    case noCredential
    /// The credential's id has no bytes or more than 1,023.
    case credentialLength
    /// The key is of an algorithm that wasn't asked for.
    case algorithm
    /// The key lacks a part, or a part doesn't fit its algorithm.
    case key
    /// The key has the right form, and is none: a point that isn't on the curve.
    case keyRefused

    /// The credential belongs to another account, or says nothing of any.
    case userHandle
    /// The signature isn't the key's.
    case signature
    /// The counter hasn't grown: there may be two copies of the authenticator.
    case counter
}
